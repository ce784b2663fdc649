import type { Logger } from './logger.ts'

export interface Service {
  start(): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Starts the service, and stops it on a signal. A second signal, or a stop that takes longer than `graceMs`, ends the
 * process at once.
 */
export async function runService(service: Service, o: { logger: Logger; graceMs: number }): Promise<void> {
  let isStopping = false
  const stop = (reason: string, exitCode: number, error?: unknown) => {
    if (isStopping) process.exit(1)
    isStopping = true
    const fields = { reason, ...(error === undefined ? {} : { error }) }
    if (error === undefined) o.logger.info('service.stopping', fields)
    else o.logger.error('service.stopping', fields)
    setTimeout(() => {
      o.logger.error('service.stop_overdue', { grace_ms: o.graceMs })
      process.exit(1)
    }, o.graceMs).unref()
    void service.stop().then(
      () => {
        o.logger.info('service.stopped', { reason })
        process.exitCode = exitCode
        // The delay lets the last lines of the log out.
        setTimeout(() => process.exit(), 500).unref()
      },
      (failure: unknown) => {
        o.logger.error('service.stop_failed', { error: failure })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('uncaughtException', (error) => stop('uncaughtException', 1, error))
  process.on('unhandledRejection', (error) => stop('unhandledRejection', 1, error ?? new Error('no reason')))

  try {
    await service.start()
    o.logger.info('service.started')
  } catch (error) {
    stop('failed to start', 1, error)
  }
}
