/** A sealed value is bound to its place: it does not open elsewhere. */
export const secretPlace = (id: string): string => `requests|${id}|secret`
export const rawPlace = (hash: string): string => `tx_attempts|${hash}|raw`

/** Each is rotated, and erased in the end. */
export const sealedColumns = [
  { table: 'requests', key: 'id', value: 'secret_ct', keyId: 'secret_key_id', placeOf: secretPlace },
  { table: 'tx_attempts', key: 'hash', value: 'raw_ct', keyId: 'raw_key_id', placeOf: rawPlace },
] as const
