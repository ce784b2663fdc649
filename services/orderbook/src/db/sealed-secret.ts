import { command, type RotationCount, rotateTable, type SecretBox, type Sql } from '@tandem/service-kit'
import type { Rows } from './rows.ts'
import { statement } from './statements.ts'

const placeOf = (webhookId: string): string => `webhook ${webhookId}`

/** With the key's id in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

/** Seals the secret of a webhook. It opens in no other row. */
export function sealSecret(box: SecretBox, webhookId: string, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), placeOf(webhookId))).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/**
 * A secret from before there was a key is returned as it is.
 * @throws Error for an unknown key or a changed row.
 */
export function openSecret(box: SecretBox | undefined, webhookId: string, stored: string): string {
  const { keyId, value } = sealed.exec(stored)?.groups ?? {}
  if (keyId === undefined || value === undefined) return stored
  if (box === undefined) throw new Error('SECRETS_KEY is not set, and secrets were stored while it was')
  return box.open(Buffer.from(value, 'base64'), placeOf(webhookId), keyId).toString()
}

type Row = Rows['sealedSecret']

const selectOlder = statement('sealedSecret id secret')(`
SELECT webhook_id::text AS id, secret FROM webhooks
WHERE webhook_id::text > $2 AND substring(secret FROM '^sealed:(.*):[A-Za-z0-9+/=]+$') IS DISTINCT FROM $1
ORDER BY webhook_id::text LIMIT $3`)

const update = command(`
UPDATE webhooks SET secret = $3 WHERE webhook_id::text = $1 AND secret = $2 RETURNING 1 AS changed`)

/**
 * Seals the secrets of webhooks with the current key, beside other replicas.
 * @param onUnreadable told of webhooks whose secret no key opens.
 */
export const rotateWebhookSecrets = (
  db: Sql,
  box: SecretBox,
  onUnreadable: (webhookId: string) => void,
  batch?: number,
): Promise<RotationCount> =>
  rotateTable(
    {
      read: (after: Row | undefined, limit) => db.query(selectOlder, [box.keyId, after?.id ?? '', limit]),
      sealAnew: ({ id, secret }) => sealSecret(box, id, openSecret(box, id, secret)),
      write: async ({ id, secret }, resealed: string) => (await db.query(update, [id, secret, resealed])).length,
      nameOf: ({ id }) => id,
    },
    onUnreadable,
    batch,
  )
