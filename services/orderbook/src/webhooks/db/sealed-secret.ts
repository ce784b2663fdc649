import { type RotationCount, rotateTable, type SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from '../../db/client.ts'

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

/**
 * Seals the secrets of webhooks with the current key, beside other replicas.
 * @param onUnreadable told of webhooks whose secret no key opens, or that stands in clear.
 */
export const rotateWebhookSecrets = (
  { webhook }: Pick<PrismaClient, 'webhook'>,
  box: SecretBox,
  onUnreadable: (webhookId: string) => void,
  batch?: number,
): Promise<RotationCount> =>
  rotateTable<Place & { secret: string }, string>(
    {
      read: (after, limit) =>
        webhook.findMany({
          where: {
            NOT: { secret: { startsWith: `sealed:${box.keyId}:` } },
            ...(after === undefined ? {} : { webhookId: { gt: after.webhookId } }),
          },
          orderBy: { webhookId: 'asc' },
          take: limit,
          select: { webhookId: true, url: true, secret: true },
        }),
      sealAnew: (place) => sealSecret(box, place, openSecret(box, place, place.secret)),
      write: async ({ webhookId, secret }, resealed) =>
        (await webhook.updateMany({ where: { webhookId, secret }, data: { secret: resealed } })).count,
      nameOf: ({ webhookId }) => webhookId,
    },
    onUnreadable,
    batch,
  )
