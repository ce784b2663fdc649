/** A sealed value is bound to its place: it does not open elsewhere. */
export const secretPlace = (id: string): string => `requests|${id}|secret`
export const rawPlace = (hash: string): string => `tx_attempts|${hash}|raw`
