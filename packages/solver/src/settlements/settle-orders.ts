import { askHeader, believedOf } from '@tandem/chain'
import { type AssetConfig, highestWorthUsd } from '@tandem/contracts'
import type { Order, TandemClient } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import pLimit from 'p-limit'
import { isAddressEqual } from 'viem'
import { type Outcome, type SideAtDepth, settlementOf } from '../domain/settlement.ts'
import type { Journal } from '../journal.ts'
import { readSide } from '../orders/read-account.ts'
import { type Side, type Sides, sidesOf, type TradedChain } from '../orders/sides.ts'
import { nativeOf } from '../prices/native-of.ts'
import { type AtRisk, sourceKey } from '../risk/at-risk.ts'
import type { FundedOrder } from '../risk/funded-order.ts'
import { type LedgerEntry, ledgerEntryOf } from './ledger-entry.ts'
import type { LedgerFile } from './ledger-file.ts'
import { readPaidGas } from './paid-gas.ts'

export interface SettleDeps {
  client: Pick<TandemClient, 'getOrder'>
  chains: ReadonlyMap<string, TradedChain>
  assets: readonly AssetConfig[]
  journal: Pick<Journal, 'orders'>
  ledger: Pick<LedgerFile, 'has' | 'append'>
  atRisk: Pick<AtRisk, 'release'>
  logger: Pick<Logger, 'info' | 'debug'>
  /** In unix milliseconds. */
  now: () => number
}

export interface Settlements {
  /** Notes that the orderbook mentioned an order, so that its chains are read in the next round. */
  onOrder(order: Order): void
  /** Reads the chains of orders that may be settled, and writes those that are into the ledger. Never rejects. */
  round(): Promise<void>
}

/** How often the orderbook is asked about an order of an earlier run, or one whose last event was missed. */
const askAgainMs = 600_000
const maxAtOnce = 4

/**
 * Finds out how each funded order ended. The journal lists the orders, confirmed blocks of the chains show how they
 * ended, and the ledger shows which are written already. So the process may die at any moment, and the next one
 * continues.
 */
export function makeSettlements({
  client,
  chains,
  assets,
  journal,
  ledger,
  atRisk,
  logger,
  now,
}: SettleDeps): Settlements {
  const due = new Map<string, Order>()
  const askedAt = new Map<string, number>()
  const limit = pLimit(maxAtOnce)
  const unsettled = () => journal.orders().filter(({ source }) => !ledger.has(source.vault))

  async function orderOf({ order_id, source }: FundedOrder): Promise<Order | undefined> {
    const known = due.get(sourceKey(source.vault))
    if (known !== undefined) return known
    if (now() - (askedAt.get(order_id) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return undefined
    const order = await client.getOrder(order_id)
    askedAt.set(order_id, now())
    if (!isDue(order, now())) return undefined
    due.set(sourceKey(source.vault), order)
    return order
  }

  async function settle(funded: FundedOrder): Promise<void> {
    const order = await orderOf(funded)
    const sides = order && sidesOf(order, chains)
    if (order === undefined || sides === undefined || !isSame(funded, sides)) return
    const worthUsd = highestWorthUsd(assets, order)
    const [source, destination] = await Promise.all([
      readAtDepth(sides.source, worthUsd),
      readAtDepth(sides.destination, worthUsd),
    ])
    const key = sourceKey(funded.source.vault)
    const { isAtRisk, outcome } = settlementOf({ source, destination })
    if (!isAtRisk) atRisk.release(key)
    if (outcome === undefined) return
    const entry = await entryFor(funded, order, { sides, source, destination, outcome }, now)
    due.delete(key)
    askedAt.delete(funded.order_id)
    // No entry yet: the orderbook has not named the blocks. The next round asks again.
    if (entry === undefined) return
    await ledger.append(entry)
    const { order_id, profit_usd } = entry
    logger.info('order.settled', { order_id, outcome, profit_usd })
  }

  return {
    onOrder(order) {
      if (isDue(order, now())) due.set(sourceKey(order.source_intent.swap_id), order)
    },
    async round() {
      const keys = new Set(unsettled().map(({ source }) => sourceKey(source.vault)))
      for (const key of due.keys()) if (!keys.has(key)) due.delete(key)
      await Promise.all(
        unsettled().map((order) =>
          limit(() => settle(order)).catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : 'unknown'
            logger.debug('settlement.waits', { order_id: order.order_id, reason })
          }),
        ),
      )
    },
  }
}

interface Ended extends Record<'source' | 'destination', SideAtDepth> {
  sides: Sides
  outcome: Outcome
}

/**
 * The ledger's entry; `undefined` while the orderbook does not say in which blocks the escrows were created and ended.
 */
async function entryFor(
  funded: FundedOrder,
  order: Order,
  { sides, source, destination, outcome }: Ended,
  now: () => number,
): Promise<LedgerEntry | undefined> {
  const [sourceGas, destinationGas] = await Promise.all([
    // The user pays for the source's creation, and the solver for its end.
    readPaidGas(sides.source, order.source_intent, { isCreated: false, isEnded: isEnded(source) }),
    readPaidGas(sides.destination, order.destination_intent, {
      isCreated: destination.state !== 'missing',
      isEnded: isEnded(destination),
    }),
  ])
  if (sourceGas === undefined || destinationGas === undefined) return undefined
  const times = [sourceGas.lastAt, destinationGas.lastAt].filter((time) => time !== undefined)
  return ledgerEntryOf(funded, {
    outcome,
    settledAt: times.length === 0 ? Math.floor(now() / 1_000) : Math.max(...times),
    gasWei: { source: sourceGas.wei, destination: destinationGas.wei },
    natives: {
      source: nativeOf(sides.source.chain.config).asset,
      destination: nativeOf(sides.destination.chain.config).asset,
    },
  })
}

/** Whether an order is worth checking: its money may be back, or can no longer come back. */
const isDue = ({ source_intent, destination_intent }: Order, nowMs: number): boolean =>
  source_intent.claim_tx_hash !== null ||
  source_intent.cancel_tx_hash !== null ||
  destination_intent.cancel_tx_hash !== null ||
  nowMs / 1_000 >= source_intent.cancel_after

const isEnded = ({ state }: SideAtDepth): boolean => state === 'claimed' || state === 'cancelled'

const isSame = (funded: FundedOrder, sides: Record<'source' | 'destination', Side>): boolean =>
  isAddressEqual(funded.source.vault, sides.source.vault) &&
  isAddressEqual(funded.destination.vault, sides.destination.vault)

async function readAtDepth(side: Side, worthUsd: number | undefined): Promise<SideAtDepth> {
  const { atDepth, counted, terms } = await readSide(side, worthUsd)
  const { quorum } = side.chain
  const { timestamp } = believedOf(quorum, await askHeader(quorum, counted))
  return { state: atDepth.state, isOver: timestamp >= terms.cancelAfter }
}
