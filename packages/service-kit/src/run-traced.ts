import type { Logger } from './logger.ts'
import { runService, type Service } from './run-service.ts'
import { startTracing } from './tracing.ts'

interface ProcessConfig {
  tracesUrl: string | undefined
  shutdownGraceMs: number
}

export async function runTraced<C extends ProcessConfig>(
  name: string,
  config: C,
  compose: (config: C) => Service & { logger: Logger },
): Promise<void> {
  const tracing = await startTracing({ service: name, url: config.tracesUrl })
  const service = compose(config)
  const stop = () => service.stop().finally(() => tracing.stop())
  await runService({ start: () => service.start(), stop }, { logger: service.logger, graceMs: config.shutdownGraceMs })
}
