import { type Logger, pause } from '@tandem/service-kit'
import { followEvents } from './orders/event-stream.ts'
import type { makeSolver } from './solver.ts'

export interface RunLoopOptions {
  solver: Omit<ReturnType<typeof makeSolver>, 'consent'>
  orderbookUrl: string
  pollMs: number
  stopping: AbortSignal
  logger: Logger
  observeTick: () => void
  observeStream: (isConnected: boolean) => void
}

const withoutEventsMs = 1_000
const recheckMs = 100

export async function runLoop(options: RunLoopOptions): Promise<void> {
  const { solver, stopping, logger } = options
  let isConnected = false
  let nextTickAt = 0
  let ticking: Promise<void> | undefined
  const following = followEvents({
    baseUrl: options.orderbookUrl,
    signal: stopping,
    onConnected(connected) {
      isConnected = connected
      options.observeStream(connected)
      // Asks for all orders at once: no event tells what happened while there was no connection.
      nextTickAt = 0
    },
    onEvent: ({ order_id }) => {
      solver.wake(order_id).catch((error: unknown) => logger.warn('wake.failed', { order_id, error }))
    },
  })
  while (!stopping.aborted) {
    if (ticking === undefined && Date.now() >= nextTickAt) {
      nextTickAt = Date.now() + (isConnected ? options.pollMs : Math.min(options.pollMs, withoutEventsMs))
      ticking = solver
        .tick(stopping)
        .then(options.observeTick, (error: unknown) => logger.warn('tick.failed', { error }))
        .finally(() => {
          ticking = undefined
        })
    }
    solver.recheck()
    await pause(recheckMs, stopping)
  }
  await Promise.all([following, ticking])
  await solver.settled()
}
