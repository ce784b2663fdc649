import { type RotationCount, rotateTable, type SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from '../../db/client.ts'

/** The parts of a webhook's row to which its secret is bound. */
type Place = { readonly webhookId: string; readonly url: string }

/**
 * The URL is part of the place: whoever could change the URL alone would receive deliveries that are signed for its owner.
 */
const placeOf = ({ webhookId, url }: Place): string => `webhook ${webhookId} ${url}`

/** The form of a sealed secret, with the key's id in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

/** Seals the secret of a webhook. It opens in no other row, and for no other URL. */
export function sealSecret(box: SecretBox, webhook: Place, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), placeOf(webhook))).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/**
 * Opens the secret of a webhook. When no key is configured, a secret in plain text is returned as it is. With a key such a
 * secret is refused: otherwise whoever can write to the database could choose the secret.
 * @throws Error for an unknown key, a changed row, or a plain secret when a key is configured.
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
 * Seals the secrets of webhooks with the current key, while other replicas are running.
 * @param onUnreadable called for webhooks whose secret no key opens, or is in plain text.
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
