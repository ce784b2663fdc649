import { configFromProcess, createLogger, directUrlOf, hasUnreadable, secretBoxOf } from '@tandem/service-kit'
import { rotateSecrets } from './admin/rotate-secrets.ts'
import { rotateSettings } from './config.ts'
import { makeDatabase } from './db/client.ts'

/** Seals the stored secrets again with the current key. The exit code is 1 when no key opens some of them. */
export async function rotate(): Promise<void> {
  const config = configFromProcess(rotateSettings)
  const logger = createLogger({ service: 'relayer', level: 'info', format: 'json' })
  const { prisma, close } = makeDatabase(directUrlOf(config), 1)
  try {
    const box = secretBoxOf(config.secretsKeys)
    const counts = await rotateSecrets(prisma, box, (table, id) =>
      // A field of any other name is masked in the log.
      logger.error('secrets.unreadable', { table, [table === 'tx_attempts' ? 'tx_hash' : 'id']: id }),
    )
    logger.info('secrets.rotated', { key_id: box.keyId, ...counts })
    if (hasUnreadable(counts)) process.exitCode = 1
  } finally {
    await close()
  }
}
