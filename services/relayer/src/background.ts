import { deleteExpiredKeys, startIntervalLoop } from '@tandem/service-kit'
import { utcDay } from './budgets/domain/budget.ts'
import { makeSettleCharges } from './budgets/settle-charges.ts'
import type { Config } from './config.ts'
import { makeKeep } from './keeper/find-jobs.ts'
import { startBalanceWatch } from './operations/balance-watch.ts'
import { firstDeadlines } from './operations/deadlines.ts'
import { signerUses } from './operations/health.ts'
import { makeObserveBalances } from './operations/observe-balances.ts'
import { type Observation, observeChains } from './operations/observe-chains.ts'
import { oldestUnsentMs } from './operations/oldest-unsent.ts'
import { purgeSecrets } from './operations/purge.ts'
import { type Parts, queueOf } from './parts.ts'
import { makeRefundByConsent } from './refunds/refund-by-consent.ts'
import { makeSubmitRefund } from './refunds/submit-refund.ts'
import { makeRetain } from './retention/retain.ts'
import type { RelayChain } from './work/ports.ts'
import { type Sweeper, startSweeper } from './worker/sweeper.ts'
import { listenToDoorbell } from './worker/wake-queue.ts'

const balanceIntervalMs = 15_000
const tidyIntervalMs = 600_000
const lookIntervalMs = 10_000
const chargesIntervalMs = 10_000
/** For operators. */
const budgetsKeptMs = 30 * 86_400_000

export interface State {
  lastRound: (() => number) | undefined
  observation: Observation | undefined
  isQueueUp: boolean
}

const lastBudgets = (now: number) => ({ day: utcDay(now - budgetsKeptMs), settledAt: new Date(now - budgetsKeptMs) })

/** For health and metrics. */
export function startLooking(
  config: Config,
  { lifecycle, doorbell, observe, chains, store, database }: Parts,
  state: State,
) {
  const { prisma } = database
  const looking = startIntervalLoop({
    round: async () => {
      state.isQueueUp = await doorbell.isUp()
      observe.queueSeen(state.isQueueUp)
      state.observation = await observeChains({ chains, signerUses: () => signerUses(prisma), now: Date.now })
      observe.chainsSeen(state.observation)
      if (config.roles.includes('worker')) {
        observe.counted(await store.counts())
        observe.unsentFor(await oldestUnsentMs(prisma, Date.now()))
        observe.deadlines(await firstDeadlines(prisma))
      }
    },
    onError: observe.lookFailed,
    intervalMs: lookIntervalMs,
  })
  lifecycle.onStop('looking', () => looking.stop())
}

/** Replaces reservations by what was paid. */
function startSettlingCharges({ lifecycle, budgets, observeBudgets, chains }: Parts): void {
  const settleCharges = makeSettleCharges({
    store: budgets,
    costOf: async (chain, hash) => chains.get(chain)?.transactionCost(hash),
    now: Date.now,
  })
  const settling = startIntervalLoop({
    round: async () => {
      observeBudgets.settled(await settleCharges())
      observeBudgets.uses(await budgets.uses(utcDay(Date.now())))
    },
    onError: observeBudgets.failed,
    intervalMs: chargesIntervalMs,
  })
  lifecycle.onStop('charges', () => settling.stop())
}

/** Afterwards an ended request is archived. */
const requestDays = 30

export function startTidying(config: Config, { lifecycle, observe, database, budgets, archive }: Parts): void {
  const { archiveDays } = config
  const retain = makeRetain({ archive, requestDays, archiveDays, now: Date.now })
  const tidying = startIntervalLoop({
    round: async () => {
      observe.purged(await purgeSecrets(database.prisma, Date.now()))
      await deleteExpiredKeys(database.prisma, Date.now)
      await budgets.prune(lastBudgets(Date.now()))
      observe.retained(await retain())
    },
    onError: observe.sweepFailed,
    intervalMs: tidyIntervalMs,
  })
  lifecycle.onStop('tidying', () => tidying.stop())
}

export function startWorker(config: Config, parts: Parts, state: State): void {
  const { chains, lifecycle, logger, observe, registry } = parts
  const sweepers = new Map([...chains].map(([name, chain]) => [name, startSweeping(config, parts, chain)]))
  state.lastRound = () => Math.min(Date.now(), ...[...sweepers.values()].map((sweeper) => sweeper.lastRound()))
  const listening = listenToDoorbell(queueOf(config), {
    onRing: (rung) => {
      for (const chain of rung) sweepers.get(chain)?.wake()
    },
    onError: observe.queueFailed,
  })
  lifecycle.onStop('listening', () => listening.close())
  const balances = startBalanceWatch({
    chains: [...chains.values()],
    ...makeObserveBalances(logger, registry),
    intervalMs: balanceIntervalMs,
  })
  lifecycle.onStop('balances', () => balances.stop())
  startSettlingCharges(parts)
}

/** On each chain, in one process. */
const stepsAtOnce = 128

/** By chain: a silent one holds up no other. */
function startSweeping(config: Config, { manager, observe, lifecycle }: Parts, chain: RelayChain): Sweeper {
  const { sweepIntervalMs } = config
  const sweeper = startSweeper({
    tick: (limit) => manager.tick(chain.name, limit),
    onError: observe.sweepFailed,
    intervalMs: sweepIntervalMs,
    most: stepsAtOnce,
  })
  lifecycle.onStop(`sweeper of ${chain.name}`, () => sweeper.stop())
  const onError = (error: unknown) => observe.noncesFailed(chain.name, error)
  for (const { name, run, intervalMs } of manager.upkeep(chain, {
    intervalMs: sweepIntervalMs,
    onWoken: sweeper.wake,
  })) {
    const upkeep = startIntervalLoop({ round: run, onError, intervalMs })
    lifecycle.onStop(`${name} nonces of ${chain.name}`, () => upkeep.stop())
  }
  return sweeper
}

export function startKeeper(config: Config, { work, observe, lifecycle }: Parts): void {
  const submitRefund = makeSubmitRefund({ ...work, hasSigner: () => true })
  const keep = makeKeep({
    ...work,
    delaySecs: config.keeperDelaySecs,
    refund: makeRefundByConsent(submitRefund),
    intervalMs: config.keeperIntervalMs,
    onSkipped: observe.keeperSkipped,
    onFailed: observe.keeperFailed,
  })
  // A claim with a public secret waits for nothing else.
  for (const [name, look] of Object.entries(keep)) {
    const keeper = startIntervalLoop({
      round: async () => observe.jobsTaken(await look()),
      onError: observe.keeperFailed,
      intervalMs: config.keeperIntervalMs,
    })
    lifecycle.onStop(`${name} keeper`, () => keeper.stop())
  }
}
