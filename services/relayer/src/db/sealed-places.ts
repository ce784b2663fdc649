/**
 * The place that a sealed value is bound to. A value that is copied to another place does not open there. The encryption
 * itself is `makeSecretBox` of the service-kit (secret-box.ts); work/db/relayer.store.ts seals and opens the secrets of claims.
 */
export const secretPlace = (id: string): string => `requests|${id}|secret`
export const rawPlace = (hash: string): string => `tx_attempts|${hash}|raw`
