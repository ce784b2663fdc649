import {
  configFromProcess,
  createLogger,
  directUrlOf,
  hasUnreadable,
  rotateAnswers,
  secretBoxOf,
} from '@tandem/service-kit'
import { rotateSettings } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { rotateWebhookSecrets } from './webhooks/db/sealed-secret.ts'

/** The limits are long, because some of the statements read a whole table. */
const patient = { answerMs: 300_000, statementMs: 300_000 }

/**
 * Seals stored secrets with the newest key. The exit code is 1 when some values were sealed with a key that is not
 * configured.
 */
export async function rotate(): Promise<void> {
  const config = configFromProcess(rotateSettings)
  const logger = createLogger({ service: 'orderbook', level: 'info', format: 'json' })
  const unreadable = (table: string, id: string) => logger.error('secrets.unreadable', { table, id })
  const { prisma, sql, close } = makeDatabase(directUrlOf(config), { poolSize: 1, timeouts: patient })
  try {
    const box = secretBoxOf(config.secretsKeys)
    const counts = {
      webhooks: await rotateWebhookSecrets(prisma, box, (id) => unreadable('webhooks', id)),
      idempotency_keys: await rotateAnswers(sql, box, (id) => unreadable('idempotency_keys', id)),
    }
    logger.info('secrets.rotated', { key_id: box.keyId, ...counts })
    if (hasUnreadable(counts)) process.exitCode = 1
  } finally {
    await close()
  }
}
