import { setTimeout as sleep } from 'node:timers/promises'
import { createLifecycle, createLogger, runService } from '../../src/index.ts'

/** A service as a process of its own, for tests of signals. The first argument says how it behaves. */
const [behaviour] = process.argv.slice(2)
const logger = createLogger({ service: 'child', level: 'debug', format: 'json' })
const lifecycle = createLifecycle(logger)
const heartbeat = setInterval(() => undefined, 1_000)

await runService(
  {
    async start() {
      lifecycle.onStop('heartbeat', () => clearInterval(heartbeat))
      if (behaviour === 'fails') throw new Error('no database')
      if (behaviour === 'hangs') lifecycle.onStop('hanging', () => sleep(60_000), 60_000)
      if (behaviour === 'throws later') setTimeout(() => void Promise.reject(new Error('uncaught on purpose')), 10)
    },
    stop: () => lifecycle.stop(),
  },
  { logger, graceMs: behaviour === 'hangs' ? 300 : 5_000 },
)
