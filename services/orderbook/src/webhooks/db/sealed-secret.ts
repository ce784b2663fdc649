import { command, type RotationCount, rotateTable, type SecretBox, type Sql } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'

/** A row of a webhook, as far as its secret is bound to it. */
type Place = { readonly webhookId: string; readonly url: string }

/** With the URL, because whoever could change that alone would receive deliveries that are signed for its owner. */
const placeOf = ({ webhookId, url }: Place): string => `webhook ${webhookId} ${url}`

/** With the key's id in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

/** Seals the secret of a webhook. It opens in no other row, and for no other URL. */
export function sealSecret(box: SecretBox, webhook: Place, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), placeOf(webhook))).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/**
 * Without a key a secret that stands in clear is returned as it is. With one it is refused: whoever can write to the database would
 * otherwise choose it.
 * @throws Error for an unknown key, a changed row, or a secret in clear where there is a key.
 */
export function openSecret(box: SecretBox | undefined, webhook: Place, stored: string): string {
  const { keyId, value } = sealed.exec(stored)?.groups ?? {}
  if (keyId === undefined || value === undefined) {
    if (box === undefined) return stored
    throw new Error(`the secret of webhook ${webhook.webhookId} stands in clear, and SECRETS_KEY is set`)
  }
  if (box === undefined) throw new Error('SECRETS_KEY is not set, and secrets were stored while it was')
  return box.open(Buffer.from(value, 'base64'), placeOf(webhook), keyId).toString()
}

type Row = Rows['sealedSecret']

const selectOlder = statement('sealedSecret id secret url')(`
SELECT webhook_id::text AS id, secret, url FROM webhooks
WHERE webhook_id::text > $2 AND substring(secret FROM '^sealed:(.*):[A-Za-z0-9+/=]+$') IS DISTINCT FROM $1
ORDER BY webhook_id::text LIMIT $3`)

const update = command(`
UPDATE webhooks SET secret = $3 WHERE webhook_id::text = $1 AND secret = $2 RETURNING 1 AS changed`)

/**
 * Seals the secrets of webhooks with the current key, beside other replicas.
 * @param onUnreadable told of webhooks whose secret no key opens, or that stands in clear.
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
      sealAnew: ({ id, url, secret }) => {
        const place = { webhookId: id, url }
        return sealSecret(box, place, openSecret(box, place, secret))
      },
      write: async ({ id, secret }, resealed: string) => (await db.query(update, [id, secret, resealed])).length,
      nameOf: ({ id }) => id,
    },
    onUnreadable,
    batch,
  )
