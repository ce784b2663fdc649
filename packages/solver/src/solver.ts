import type { RefundAnswer, RefundAsk } from '@tandem/contracts'
import type { Order, TandemClient } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import pLimit from 'p-limit'
import { BaseError } from 'viem'
import { type Mined, RevertedError } from './chain/send-until-mined.ts'
import type { Ledger } from './domain/ledger.ts'
import type { Journal } from './journal.ts'
import type { Promises } from './maker/promises.ts'
import type { DecisionTime } from './metrics.ts'
import { type Act, type Action, makeAct } from './orders/act.ts'
import { type ClaimPauses, makeClaimPauses } from './orders/claim-pauses.ts'
import { coalesceReads } from './orders/coalesce-reads.ts'
import { type DecideOrder, type DecideOrderDeps, makeDecideOrder } from './orders/decide-order.ts'
import { giveConsent } from './orders/give-consent.ts'
import { type OrderSource, openOrders, openStatuses } from './orders/open-orders.ts'
import { makeOpenTransactions, type OpenTransactions } from './orders/open-transactions.ts'
import { makeOrderSchedule, type NextCheck } from './orders/order-schedule.ts'
import { toldSecret } from './orders/read-order-view.ts'
import { type Side, type Sides, sidesOf, type TradedChain } from './orders/sides.ts'
import type { OrderRisk } from './risk/order-risk.ts'

export interface SolverDeps extends Omit<DecideOrderDeps, 'journal' | 'ledger' | 'promises' | 'now' | 'claimPauses'> {
  client: OrderSource & Pick<TandemClient, 'getOrder'>
  chains: ReadonlyMap<string, TradedChain>
  journal: Journal
  ledger: Ledger
  promises: Pick<Promises, 'covers' | 'keyOf' | 'spent'> | undefined
  risk: OrderRisk
  logger: Logger
  /** `done` is given where a transaction was mined. */
  observeAction: (
    action: string,
    outcome: 'done' | 'failed' | 'unwanted',
    done?: { chain: string; mined: Mined },
  ) => void
  observeDecision: (when: DecisionTime, seconds: number) => void
  /** Called with each order that the orderbook lists or mentions. */
  onOrder: (order: Order) => void
  now?: () => number
}

const maxConcurrentChecks = 50
/**
 * Composes the solver's work on orders. The orderbook only names the open ones; everything else is read from the
 * chains.
 */
export function makeSolver(deps: SolverDeps) {
  const { client, chains, journal, ledger, logger, now = Date.now } = deps
  const limitChecks = pLimit(maxConcurrentChecks)
  const claimPauses = makeClaimPauses(now)
  const decideUntimed = makeDecideOrder({ ...deps, claimPauses, now })
  const decideOrder = timed('first', decideUntimed, deps)
  const decideAgain = timed('before_sending', decideUntimed, deps)
  const observe = observeOutcomes(deps)
  const act = makeAct({ decideAgain, journal, ledger, promises: deps.promises, risk: deps.risk })
  const underWay = makeOpenTransactions()
  const carryOut = makeCarryOut({ act, observe, underWay, claimPauses })
  const schedule = makeOrderSchedule({
    sidesOf: (order) => sidesOf(order, chains),
    check: checkOrder,
    claimMeanwhile,
    onFailed: ({ order_id }, error) => logger.warn('order.failed', { order_id, error: shortMessage(error) }),
    now,
  })

  /** Begins to check every open order, without waiting for transactions to be mined. */
  async function tick(stopping: AbortSignal): Promise<void> {
    for await (const order of openOrders(client, stopping)) {
      deps.onOrder(order)
      schedule.begin(order)
    }
  }

  /** One block causes several events of an order, which are read together. */
  const news = coalesceReads(async (orderId) => {
    const order = await client.getOrder(orderId)
    deps.onOrder(order)
    if (openStatuses.includes(order.status)) schedule.begin(order)
  })

  async function consent(ask: RefundAsk): Promise<RefundAnswer> {
    const order = await client.getOrder(ask.order_id)
    return giveConsent({ chains, decideOrder, journal }, { order, ask }, (work) => schedule.tryAlone(order, work))
  }

  async function checkOrder(order: Order, sides: Sides): Promise<NextCheck> {
    const { decision } = await limitChecks(() => decideOrder(order, sides))
    switch (decision.do) {
      case 'nothing':
      case 'wait':
        logger.debug('order.idle', { order_id: order.order_id, reason: decision.reason })
        return decision.do === 'wait' ? 'after_a_block' : 'on_news'
      case 'use_nonces':
        await underWay.during(sides.source.vault, false, () => sides.destination.sender.useUpTo(decision.upTo))
        return 'after_a_block'
      default:
        // Checked again even after a success: an action seldom ends an order, and the orderbook may be away later.
        return (await carryOut(order, sides, decision.do)) ? 'after_a_block' : 'soon'
    }
  }

  /**
   * Claims with a secret that the orderbook has named. It does not wait for a transaction that is stuck on another
   * chain.
   */
  async function claimMeanwhile(order: Order, sides: Sides): Promise<void> {
    if (!underWay.hasOtherTransaction(sides.source.vault) || toldSecret(order, sides.destination) === undefined) return
    const { decision } = await limitChecks(() => decideOrder(order, sides))
    if (decision.do === 'claim_source') await carryOut(order, sides, decision.do)
  }

  /** The news are awaited first, because a read may begin another check. */
  async function settled(): Promise<void> {
    await news.settled()
    await schedule.settled()
  }

  return { tick, wake: news.read, recheck: schedule.recheck, settled, consent }
}

interface CarryOutDeps {
  act: Act
  observe: ReturnType<typeof observeOutcomes>
  underWay: OpenTransactions
  claimPauses: Pick<ClaimPauses, 'noteReverted'>
}

function makeCarryOut({ act, observe, underWay, claimPauses }: CarryOutDeps) {
  return async (order: Order, sides: Sides, action: Action): Promise<boolean> => {
    const isClaim = action === 'claim_source'
    const { vault } = sides.source
    if (isClaim && underWay.isClaiming(vault)) return true
    const done = await underWay
      .during(vault, isClaim, () => act(order, sides, action))
      .catch((error: unknown) => {
        observe.failed(action)
        if (isClaim && error instanceof RevertedError) claimPauses.noteReverted(vault)
        throw error
      })
    if (done === undefined) observe.unwanted(action)
    else observe.done(order, action, done)
    return done !== undefined
  }
}

const timed =
  (
    when: DecisionTime,
    decideOrder: DecideOrder,
    { observeDecision }: Pick<SolverDeps, 'observeDecision'>,
  ): DecideOrder =>
  async (...asked) => {
    const start = performance.now()
    try {
      return await decideOrder(...asked)
    } finally {
      observeDecision(when, (performance.now() - start) / 1000)
    }
  }

const observeOutcomes = ({ observeAction, logger }: Pick<SolverDeps, 'observeAction' | 'logger'>) => ({
  failed: (action: Action) => observeAction(action, 'failed'),
  unwanted: (action: Action) => observeAction(action, 'unwanted'),
  done(order: Order, action: Action, { side, mined }: { side: Side; mined: Mined }): void {
    const { chain } = side.chain.config
    observeAction(action, 'done', { chain, mined })
    logger.info(`order.${action}`, {
      order_id: order.order_id,
      chain,
      swap_id: side.vault,
      tx_hash: mined.txHash,
    })
  },
})

/**
 * Only the short message is logged: viem's long one prints the request, and the request of a claim holds the secret.
 */
const shortMessage = (error: unknown): string => {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : 'unknown'
}
