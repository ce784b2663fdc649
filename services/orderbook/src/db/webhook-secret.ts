import type { SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from './client.ts'
import { openSecretAt, sealSecretAt } from './sealed-secret.ts'

const placeOf = (webhookId: string) => `webhook ${webhookId}`

export const sealSecret = (box: SecretBox, webhookId: string, secret: string): string =>
  sealSecretAt(box, placeOf(webhookId), secret)

/**
 * Also of a row from before there was a key, whose secret is in clear until `sealStoredSecrets` has run.
 * @throws Error when the key is not among the configured ones, or the row was tampered with.
 */
export const openSecret = (box: SecretBox | undefined, webhookId: string, stored: string): string =>
  openSecretAt(box, placeOf(webhookId), stored)

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
