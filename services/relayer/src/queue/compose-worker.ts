import { backgroundLoops, type Part } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import type { TransactionManager } from '../transactions/manager.ts'
import type { Chains, RelayChain } from '../work/ports.ts'
import { type Sweeper, startSweeper } from './sweeper.ts'
import { listenToWakeQueue, type QueueBackend } from './wake-queue.ts'

/** How many steps one process takes at once on each chain. */
const stepsAtOnce = 128
/**
 * Milliseconds after an error of the queue for which wake-ups still count as unreliable. Failed reconnections come more
 * often than that.
 */
const distrustMs = 30_000

export type WorkerPart = Part & {
  /** When due requests were last read, for the chain whose last reading is the oldest; undefined before the start. */
  readonly lastRound: () => number | undefined
}

type Needs = {
  config: Pick<Config, 'sweepIntervalMs'>
  backend: QueueBackend
  manager: TransactionManager
  chains: Chains
  observe: Pick<Observe, 'queueFailed' | 'sweepFailed' | 'noncesFailed'>
}

/** Takes the steps of stored requests, and keeps the nonces whole. */
export function composeWorker(needs: Needs): WorkerPart {
  const { backend, chains, observe } = needs
  const sweepers = new Map<string, Sweeper>()
  const stops: (() => unknown)[] = []
  let queueFailedAt = Number.NEGATIVE_INFINITY
  const isWokenUp = () => Date.now() - queueFailedAt > distrustMs
  return {
    lastRound: () =>
      sweepers.size === 0
        ? undefined
        : Math.min(Date.now(), ...[...sweepers.values()].map((sweeper) => sweeper.lastRound())),
    start: () => {
      for (const [name, chain] of chains) {
        const { sweeper, stop } = startChain(needs, chain, isWokenUp)
        sweepers.set(name, sweeper)
        stops.push(stop)
      }
      const listening = listenToWakeQueue(backend, {
        onWake: (woken) => {
          for (const chain of woken) sweepers.get(chain)?.wake()
        },
        onError: (error) => {
          queueFailedAt = Date.now()
          observe.queueFailed(error)
        },
      })
      stops.push(() => listening.close())
    },
    stop: () => Promise.all(stops.map((stop) => stop())),
  }
}

/** Each chain has loops of its own, so that a silent one delays no other. */
function startChain({ config, manager, observe }: Needs, chain: RelayChain, isWokenUp: () => boolean) {
  const { sweepIntervalMs: intervalMs } = config
  const sweeper = startSweeper({
    tick: (limit) => manager.tick(chain.name, limit),
    hasOpenWork: () => manager.hasOpenWork(chain.name),
    isWokenUp,
    onError: observe.sweepFailed,
    intervalMs,
    most: stepsAtOnce,
  })
  const onError = (error: unknown) => observe.noncesFailed(chain.name, error)
  const upkeep = backgroundLoops(
    manager
      .upkeep(chain, { intervalMs, onWoken: sweeper.wake, isQuiet: sweeper.isQuiet })
      .map(({ run, intervalMs: everyMs }) => ({ round: run, onError, intervalMs: everyMs })),
  )
  upkeep.start()
  return { sweeper, stop: () => Promise.all([upkeep.stop(), sweeper.stop()]) }
}
