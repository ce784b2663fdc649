import type { Order, TandemClient } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import { BaseError, type Hex } from 'viem'
import type { Mined } from './chain/sender.ts'
import { type Decision, decide, type Policy } from './domain/decide.ts'
import type { Ledger } from './domain/ledger.ts'
import type { Journal } from './journal.ts'
import { makeLimit } from './limit.ts'
import { type Action, makeAct } from './orders/act.ts'
import { makeLook } from './orders/look.ts'
import { type OrderSource, openOrders, openStatuses } from './orders/open-orders.ts'
import { type Side, type Sides, sidesOf, type TradedChain } from './orders/sides.ts'

export type SolverPolicy = Pick<Policy, 'isPaused' | 'minMarginSecs' | 'minProfitBips'> & {
  /** Assets that are traded; `undefined`: all. What was funded before is settled whatever the list says. */
  assets: ReadonlySet<string> | undefined
}

export interface SolverDeps extends Omit<Parameters<typeof makeLook>[0], 'journal' | 'ledger' | 'now'> {
  client: OrderSource & Pick<TandemClient, 'getOrder'>
  chains: ReadonlyMap<string, TradedChain>
  policy: SolverPolicy
  journal: Journal
  ledger: Ledger
  logger: Logger
  /** Told what was done, by action and outcome; `mined` when it was done. */
  observeAction: (
    action: string,
    outcome: 'done' | 'failed' | 'unwanted',
    done?: { chain: string; mined: Mined },
  ) => void
  now?: () => number
}

/** Orders looked at together: each asks its chains a dozen questions. Those that wait to be mined do not count. */
const maxLooks = 50
/** Seconds that a funding is given to be mined, beside two blocks. */
const sendingSecs = 5

/**
 * The reference market maker. It asks the orderbook which orders are open, and believes nothing else of it: addresses
 * are derived from terms, and everything that money depends on is read from the chains.
 */
export function makeSolver(deps: SolverDeps) {
  const { client, chains, policy, journal, ledger, logger, observeAction, now = Date.now } = deps
  /** Work under way by source vault: one thing at a time for each, whatever orders name it. */
  const busy = new Map<string, Promise<void>>()
  /** Source vaults that something happened to while they were worked on. */
  const wanted = new Map<string, Order>()
  /** Orders that wait for a block, to be looked at again without asking the orderbook. */
  const waiting = new Map<string, { order: Order; dueAt: number }>()
  const limitLooks = makeLimit(maxLooks)
  const look = makeLook({ ...deps, now })
  const act = makeAct({ decideAgain, journal, ledger })

  /** Goes through the open orders once and starts what there is to do, without waiting for it to be mined. */
  async function tick(): Promise<void> {
    for await (const order of openOrders(client)) begin(order)
  }

  /** Looks at one order, of which the orderbook has news. */
  async function wake(orderId: string): Promise<void> {
    const order = await client.getOrder(orderId)
    if (openStatuses.includes(order.status)) begin(order)
  }

  /** Looks again at the orders whose time has come. */
  function recheck(): void {
    for (const { order, dueAt } of [...waiting.values()]) if (dueAt <= now()) begin(order)
  }

  /** Resolves when all that was started has ended. */
  async function settled(): Promise<void> {
    await Promise.all(busy.values())
  }

  function begin(order: Order): void {
    const key = order.source_intent.swap_id
    if (busy.has(key)) {
      wanted.set(key, order)
      return
    }
    waiting.delete(key)
    busy.set(
      key,
      handle(order)
        .catch((error: unknown) => {
          logger.warn('order.failed', { order_id: order.order_id, error: shortMessage(error) })
        })
        .finally(() => {
          busy.delete(key)
          const again = wanted.get(key)
          wanted.delete(key)
          if (again !== undefined) begin(again)
        }),
    )
  }

  async function handle(order: Order): Promise<void> {
    const sides = sidesOf(order, chains)
    if (sides === undefined) return
    const { decision } = await limitLooks(() => decideAgain(order, sides))
    switch (decision.do) {
      case 'nothing':
      case 'wait':
        logger.debug('order.idle', { order_id: order.order_id, reason: decision.reason })
        if (decision.do === 'wait') waitForBlock(order, sides)
        return
      case 'use_nonces':
        await sides.destination.sender.useUpTo(decision.upTo)
        waitForBlock(order, sides)
        return
      default:
        await carryOut(order, sides, decision.do)
    }
  }

  function waitForBlock(order: Order, { source, destination }: Sides): void {
    const blockMs = Math.min(source.chain.config.block_time_ms, destination.chain.config.block_time_ms)
    waiting.set(order.source_intent.swap_id, { order, dueAt: now() + blockMs })
  }

  async function decideAgain(order: Order, sides: Sides): Promise<{ decision: Decision; secret: Hex | undefined }> {
    const { view, secret } = await look(order, sides)
    return { decision: decide(withList(view, order), policyFor(sides)), secret }
  }

  const withList = (view: Parameters<typeof decide>[0], order: Order) =>
    isListed(order) ? view : { ...view, bar: 'an asset is not traded' }

  const isListed = ({ source_intent, destination_intent }: Order): boolean =>
    policy.assets === undefined ||
    (policy.assets.has(source_intent.asset) && policy.assets.has(destination_intent.asset))

  const policyFor = ({ destination }: Sides): Policy => {
    const { claim_safety_secs, block_time_ms } = destination.chain.config
    return {
      ...policy,
      minFillWindowSecs: claim_safety_secs + 30,
      fundingSecs: sendingSecs + Math.ceil((2 * block_time_ms) / 1000),
    }
  }

  async function carryOut(order: Order, sides: Sides, action: Action): Promise<void> {
    try {
      const done = await act(order, sides, action)
      if (done === undefined) {
        observeAction(action, 'unwanted')
        waitForBlock(order, sides)
        return
      }
      noteDone(order, action, done)
    } catch (error) {
      observeAction(action, 'failed')
      throw error
    }
  }

  function noteDone(order: Order, action: Action, { side, mined }: { side: Side; mined: Mined }): void {
    const { chain } = side.chain.config
    observeAction(action, 'done', { chain, mined })
    logger.info(`order.${action}`, {
      order_id: order.order_id,
      chain,
      swap_id: side.vault,
      tx_hash: mined.txHash,
    })
  }

  return { tick, wake, recheck, settled }
}

/** viem's full messages print the request, and a claim's request holds the secret. */
const shortMessage = (error: unknown): string => {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : 'unknown'
}
