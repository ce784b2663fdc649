import type { Part } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import type { Orderbook, WaitingStore, WorkStore, WorkTransactions } from '../work/ports.ts'
import { makeCheckWaiting } from './check-waiting.ts'
import { claimRoutes } from './claim.routes.ts'
import { makeEventFeed } from './event-feed.ts'
import { makeSubmitClaim, type SubmitClaimDeps } from './submit-claim.ts'
import { makeWaitingRounds } from './waiting-rounds.ts'
import { makeWithdrawClaim } from './withdraw-claim.ts'
import { makeWrongSecretLimit } from './wrong-secret-limit.ts'

type Needs = Omit<SubmitClaimDeps, 'countWrongSecret' | 'checkSoon'> & {
  config: Pick<Config, 'waitingIntervalMs'>
  orderbook: Pick<Orderbook, 'getOrder' | 'listEvents' | 'lastEventOf'>
  store: Pick<WorkStore, 'find' | 'findByOrder' | 'waitedFor'>
  waiting: WaitingStore
  transactions: WorkTransactions
  observe: Pick<Observe, 'moved' | 'stepFailed' | 'waitingFailed' | 'eventsFailed'>
}

/** Serves claims, and checks those that wait until revealing is safe. */
export function composeClaims(needs: Needs): Part {
  const { store, transactions, observe, now } = needs
  const countWrongSecret = makeWrongSecretLimit()
  const { checkSoon, start, stop } = makeWaitingRounds({
    waiting: needs.waiting,
    feed: makeEventFeed(needs.orderbook),
    check: makeCheckWaiting(needs),
    onCheckFailed: observe.stepFailed,
    onFeedFailed: observe.eventsFailed,
    onFailed: observe.waitingFailed,
    intervalMs: needs.config.waitingIntervalMs,
    now,
  })
  const submitClaim = makeSubmitClaim({ ...needs, countWrongSecret, checkSoon })
  const withdrawClaim = makeWithdrawClaim({ store, transactions, countWrongSecret })
  return { routes: [claimRoutes({ submitClaim, withdrawClaim, store, transactions })], start, stop }
}
