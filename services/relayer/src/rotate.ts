import { configFromProcess, createLogger, directUrlOf, hasUnreadable, secretBoxOf } from '@tandem/service-kit'
import { rotateSettings } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { rotateSecrets } from './operations/rotate-secrets.ts'

/** Seals what is stored with the current key. Exit code 1: no key opens some of it, each named in a line of its own. */
export async function rotate(): Promise<void> {
  const config = configFromProcess(rotateSettings)
  const logger = createLogger({ service: 'relayer', level: 'info', format: 'json' })
  const { prisma, close } = makeDatabase(directUrlOf(config), 1)
  try {
    const box = secretBoxOf(config.secretsKeys)
    const counts = await rotateSecrets(prisma, box, (table, id) =>
      // By the name of a hash: under any other the log masks it.
      logger.error('secrets.unreadable', { table, [table === 'tx_attempts' ? 'tx_hash' : 'id']: id }),
    )
    logger.info('secrets.rotated', { key_id: box.keyId, ...counts })
    // A secret that no key opens is useless, but must not pass for rotated.
    if (hasUnreadable(counts)) process.exitCode = 1
  } finally {
    await close()
  }
}
