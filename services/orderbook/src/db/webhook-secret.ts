import type { SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from './client.ts'

/** How the signing secret of a webhook stands in its row: sealed, with the id of the key in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

const placeOf = (webhookId: string) => `webhook ${webhookId}`

export function sealSecret(box: SecretBox, webhookId: string, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), placeOf(webhookId))).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/**
 * Also of a row from before there was a key, whose secret is in clear until `sealStoredSecrets` has run.
 * @throws Error when the key is not among the configured ones, or the row was tampered with.
 */
export function openSecret(box: SecretBox | undefined, webhookId: string, stored: string): string {
  const { keyId, value } = sealed.exec(stored)?.groups ?? {}
  if (keyId === undefined || value === undefined) return stored
  if (box === undefined) throw new Error('SECRETS_KEY is not set, and webhooks were registered while it was')
  return box.open(Buffer.from(value, 'base64'), placeOf(webhookId), keyId).toString()
}

/**
 * Seals with the current key what is stored in clear or under an older key, so that an older key can be given up.
 * Answers how many. Replicas may run it at once: each row changes only from what was read.
 */
export async function sealStoredSecrets(prisma: PrismaClient, box: SecretBox): Promise<number> {
  const rows = await prisma.webhook.findMany({
    where: { NOT: { secret: { startsWith: `sealed:${box.keyId}:` } } },
    select: { webhookId: true, secret: true },
  })
  let count = 0
  for (const { webhookId, secret } of rows) {
    const resealed = sealSecret(box, webhookId, openSecret(box, webhookId, secret))
    count += (await prisma.webhook.updateMany({ where: { webhookId, secret }, data: { secret: resealed } })).count
  }
  return count
}
