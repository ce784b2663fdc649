import { backgroundLoops, type Logger, type Part } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import { firstDeadlines } from '../claims/db/first-deadlines.ts'
import { oldestUnsentMs } from '../claims/db/oldest-unsent.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { WakeQueue } from '../queue/wake-queue.ts'
import { signerUses } from '../transactions/db/signer-uses.ts'
import type { Clock } from '../transactions/ports.ts'
import type { RelayerStore } from '../work/db/relayer.store.ts'
import type { Chains, HasSigner } from '../work/ports.ts'
import { startBalanceWatch } from './balance-watch.ts'
import type { Observe } from './observe.ts'
import { makeObserveBalances } from './observe-balances.ts'
import { hasGasMoney, type Observation, observeChains } from './observe-chains.ts'

const observeIntervalMs = 10_000
const balanceIntervalMs = 15_000

export type ObservationPart = Part & {
  readonly isQueueUp: () => boolean
  /** The last observation; undefined before the first one. */
  readonly observation: () => Observation | undefined
  readonly hasSigner: HasSigner
}

type Needs = {
  config: Pick<Config, 'roles'>
  queue: Pick<WakeQueue, 'isUp'>
  chains: Chains
  store: Pick<RelayerStore, 'counts'>
  database: Database
  observe: Observe
  logger: Logger
  registry: Registry
  now: Clock
}

/** Observes the queue, the chains, the signers and the requests, for the health report and the metrics. */
export function composeObservation(needs: Needs): ObservationPart {
  const { config, queue, chains, store, database, observe, now } = needs
  const { prisma } = database
  const isWorker = config.roles.includes('worker')
  let observation: Observation | undefined
  let isQueueUp = true
  const observing = backgroundLoops([
    {
      round: async () => {
        isQueueUp = await queue.isUp()
        observe.queueSeen(isQueueUp)
        observation = await observeChains({ chains, signerUses: () => signerUses(prisma), now })
        observe.chainsSeen(observation)
        if (!isWorker) return
        observe.counted(await store.counts())
        observe.unsentFor(await oldestUnsentMs(prisma, now()))
        observe.deadlines(await firstDeadlines(prisma))
      },
      onError: observe.observationFailed,
      intervalMs: observeIntervalMs,
    },
  ])
  const observeBalances = isWorker ? makeObserveBalances(needs.logger, needs.registry) : undefined
  let balances: ReturnType<typeof startBalanceWatch> | undefined
  return {
    isQueueUp: () => isQueueUp,
    observation: () => observation,
    hasSigner: (chain) => hasGasMoney(observation, chain),
    start: () => {
      if (observeBalances !== undefined)
        balances = startBalanceWatch({
          chains: [...chains.values()],
          ...observeBalances,
          intervalMs: balanceIntervalMs,
        })
      observing.start()
    },
    stop: () => Promise.all([observing.stop(), balances?.stop()]),
  }
}
