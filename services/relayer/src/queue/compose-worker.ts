import { backgroundLoops, type Part } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import type { TransactionManager } from '../transactions/manager.ts'
import type { Chains, RelayChain } from '../work/ports.ts'
import { type Sweeper, startSweeper } from '../worker/sweeper.ts'
import { listenToWakeQueue, type QueueBackend } from '../worker/wake-queue.ts'

/** How many steps one process takes at once on each chain. */
const stepsAtOnce = 128

export type WorkerPart = Part & {
  /** When the chain that waits longest was last read for due requests; nothing before the start. */
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
  return {
    lastRound: () =>
      sweepers.size === 0
        ? undefined
        : Math.min(Date.now(), ...[...sweepers.values()].map((sweeper) => sweeper.lastRound())),
    start: () => {
      for (const [name, chain] of chains) {
        const { sweeper, stop } = startChain(needs, chain)
        sweepers.set(name, sweeper)
        stops.push(stop)
      }
      const listening = listenToWakeQueue(backend, {
        onWake: (woken) => {
          for (const chain of woken) sweepers.get(chain)?.wake()
        },
        onError: observe.queueFailed,
      })
      stops.push(() => listening.close())
    },
    stop: () => Promise.all(stops.map((stop) => stop())),
  }
}

/** Each chain has its own loops: a silent one holds up no other. */
function startChain({ config, manager, observe }: Needs, chain: RelayChain) {
  const { sweepIntervalMs: intervalMs } = config
  const sweeper = startSweeper({
    tick: (limit) => manager.tick(chain.name, limit),
    onError: observe.sweepFailed,
    intervalMs,
    most: stepsAtOnce,
  })
  const onError = (error: unknown) => observe.noncesFailed(chain.name, error)
  const upkeep = backgroundLoops(
    manager
      .upkeep(chain, { intervalMs, onWoken: sweeper.wake })
      .map(({ run, intervalMs: everyMs }) => ({ round: run, onError, intervalMs: everyMs })),
  )
  upkeep.start()
  return { sweeper, stop: () => Promise.all([upkeep.stop(), sweeper.stop()]) }
}
