import { configFromProcess, createLogger, directUrlOf, secretBoxOf } from '@tandem/service-kit'
import { rotateSettings } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { rotateSecrets } from './operations/rotate-secrets.ts'

/** Seals what is stored with the current key. Exit code 1: no key opens some of it. */
export async function rotate(): Promise<void> {
  const config = configFromProcess(rotateSettings)
  const logger = createLogger({ service: 'relayer', level: 'info', format: 'json' })
  const { prisma, close } = makeDatabase(directUrlOf(config), 1)
  const counts = await rotateSecrets(prisma, secretBoxOf(config))
  await close()
  logger.info('secrets.rotated', { key_id: config.secretsKeyId, ...counts })
  // A secret that no key opens is useless, but must not pass for rotated.
  if (Object.values(counts).some(({ unreadable }) => unreadable > 0)) process.exitCode = 1
}
