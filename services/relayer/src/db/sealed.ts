/** The place that a sealed value is bound to. A value that is copied to another place does not open there. */
export const secretPlace = (id: string): string => `requests|${id}|secret`
export const rawPlace = (hash: string): string => `tx_attempts|${hash}|raw`
