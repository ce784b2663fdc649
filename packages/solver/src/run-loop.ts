import { type Logger, pause } from '@tandem/service-kit'
import { followEvents } from './orders/event-stream.ts'
import type { makeSolver } from './solver.ts'

export interface RunLoopOptions {
  solver: Omit<ReturnType<typeof makeSolver>, 'consent'>
  orderbookUrl: string
  /** How often all open orders are gone through while events come. */
  pollMs: number
  stopping: AbortSignal
  logger: Logger
  observeTick: () => void
  observeStream: (isConnected: boolean) => void
}

/** How often all open orders are gone through while no events come. */
const withoutEventsMs = 1_000
/** How often orders that wait for a block are looked for; each is looked at once a block. */
const recheckMs = 100

/** Runs the solver until the signal: by the orderbook's events, and by going through all open orders now and then. */
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
      // No event tells what happened before the first event.
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
    // Also while the orderbook's list does not end: the orders that are known already wait for their blocks, and not for it.
    solver.recheck()
    await pause(recheckMs, stopping)
  }
  await Promise.all([following, ticking])
  await solver.settled()
}
