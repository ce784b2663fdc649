/**
 * Where each sealed value is stored, which it is bound to: moved elsewhere, it does not open. The first word of a secret's is the
 * name that its table had when the first secrets were sealed.
 */
export const secretPlace = (id: string): string => `requests|${id}|secret`
export const rawPlace = (hash: string): string => `tx_attempts|${hash}|raw`

/** Every column that holds sealed values, by table: each of them is rotated, and erased in the end. */
export const sealedColumns = [
  { table: 'requests', key: 'id', value: 'secret_ct', keyId: 'secret_key_id', placeOf: secretPlace },
  { table: 'tx_attempts', key: 'hash', value: 'raw_ct', keyId: 'raw_key_id', placeOf: rawPlace },
] as const
