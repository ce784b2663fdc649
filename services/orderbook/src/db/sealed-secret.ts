import { command, type RotationCount, rotateTable, type SecretBox, type Sql } from '@tandem/service-kit'
import type { Rows } from './rows.ts'
import { statement } from './statements.ts'

/** Tables with a sealed `secret`. `rotateAnswers` seals the stored answers. */
const sealedTables = {
  webhooks: { key: 'webhook_id', placeOf: (id: string) => `webhook ${id}` },
  maker_listings: { key: 'maker_id', placeOf: (id: string) => `maker ${id}` },
} as const
export type SealedTableName = keyof typeof sealedTables

/** With the key's id in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

/** Opens in no other row. */
export function sealSecretAt(box: SecretBox, table: SealedTableName, id: string, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), sealedTables[table].placeOf(id))).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/**
 * A secret from before there was a key is returned as it is.
 * @throws Error for an unknown key or a changed row.
 */
export function openSecretAt(box: SecretBox | undefined, table: SealedTableName, id: string, stored: string): string {
  const { keyId, value } = sealed.exec(stored)?.groups ?? {}
  if (keyId === undefined || value === undefined) return stored
  if (box === undefined) throw new Error('SECRETS_KEY is not set, and secrets were stored while it was')
  return box.open(Buffer.from(value, 'base64'), sealedTables[table].placeOf(id), keyId).toString()
}

type Row = Rows['sealedSecret']

/**
 * Seals with the current key, beside other replicas.
 * @param onUnreadable told of secrets that no key opens.
 */
export async function rotateStoredSecrets(
  db: Sql,
  box: SecretBox,
  onUnreadable: (table: SealedTableName, id: string) => void,
  batch?: number,
): Promise<Record<SealedTableName, RotationCount>> {
  const rotated = (table: SealedTableName) =>
    rotateTable(secretsOf(db, box, table), (id) => onUnreadable(table, id), batch)
  return { webhooks: await rotated('webhooks'), maker_listings: await rotated('maker_listings') }
}

const statementsOf = (table: SealedTableName) => {
  const { key } = sealedTables[table]
  return {
    select: statement('sealedSecret id secret')(`
SELECT ${key}::text AS id, secret FROM ${table}
WHERE ${key}::text > $2 AND substring(secret FROM '^sealed:(.*):[A-Za-z0-9+/=]+$') IS DISTINCT FROM $1
  AND secret IS NOT NULL
ORDER BY ${key}::text LIMIT $3`),
    update: command(`UPDATE ${table} SET secret = $3 WHERE ${key}::text = $1 AND secret = $2 RETURNING 1 AS changed`),
  }
}
const statements = { webhooks: statementsOf('webhooks'), maker_listings: statementsOf('maker_listings') }

function secretsOf(db: Sql, box: SecretBox, table: SealedTableName) {
  const { select, update } = statements[table]
  return {
    read: (after: Row | undefined, limit: number) => db.query(select, [box.keyId, after?.id ?? '', limit]),
    sealAnew: ({ id, secret }: Row) => sealSecretAt(box, table, id, openSecretAt(box, table, id, secret)),
    write: async ({ id, secret }: Row, resealed: string) => (await db.query(update, [id, secret, resealed])).length,
    nameOf: ({ id }: Row) => id,
  }
}
