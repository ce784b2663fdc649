import type { Network, OrderStatus, OrderWire } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import type { Hex } from 'viem'
import { type Chore, choresOf } from '../domain/keeping.ts'
import type { ChoreWork, Settlement } from '../domain/settlement.ts'
import type { Chains } from './judge.ts'
import type { Clock, Orderbook, SettlementStore } from './ports.ts'
import { escrowsOf } from './work-of-order.ts'

export interface KeepDeps {
  orderbook: Pick<Orderbook, 'listOrders'>
  store: Pick<SettlementStore, 'findByOrder' | 'insert'>
  chains: Chains
  network: Network
  ring: (settlement: Settlement) => void
  /** Seconds that the parties are given to do it themselves. */
  delaySecs: number
  onSkipped: (orderId: string, error: unknown) => void
  now: Clock
}

/** Orders that may need somebody: with a vault past its time, or a secret that is public and a side that is not paid. */
const attentive: readonly OrderStatus[] = ['refundable', 'destination_claimed', 'bridging', 'bridge_failed', 'conflict']
/** A prefund that came too late is looked for so long. */
const recentMs = 24 * 3600 * 1000

/**
 * Looks once through the orders that may need somebody, and takes on what is left to do. What it takes on goes the way
 * of every claim: stored first, judged by the chain, sent with a nonce of its own. Doing it twice is harmless.
 *
 * @returns how many chores were taken on.
 */
export function makeKeep(deps: KeepDeps) {
  return async function keep(): Promise<number> {
    const updatedAfter = new Date(deps.now() - recentMs)
    const queries = [{ statuses: attentive }, { statuses: ['expired'] as const, updatedAfter }]
    let taken = 0
    for (const query of queries) {
      for await (const order of deps.orderbook.listOrders(query)) {
        try {
          taken += await keepOrder(order)
        } catch (error) {
          // One order that makes no sense must not hide the others.
          deps.onSkipped(order.order_id, error)
        }
      }
    }
    return taken
  }

  async function keepOrder(order: OrderWire): Promise<number> {
    const chores = choresOf(order, Math.floor(deps.now() / 1000), deps.delaySecs)
    let taken = 0
    for (const chore of chores) if (await takeOn(order, chore)) taken += 1
    return taken
  }

  /** Less than the least amount of an order is not worth the gas of its recovery: its owner can recover it. */
  function leastOf(order: OrderWire, { side }: Chore): bigint {
    const { asset: name } = side === 'source' ? order.source_intent : order.destination_intent
    const asset = deps.network.assets.find(({ asset }) => asset === name)
    return BigInt(asset?.min_amount ?? 1)
  }

  async function takeOn(order: OrderWire, chore: Chore): Promise<boolean> {
    const kind = `${chore.type}_${chore.side}` as const
    if ((await deps.store.findByOrder(order.order_id, kind)) !== undefined) return false
    const escrow = escrowsOf(order, deps.network)[chore.side]
    const chain = deps.chains.get(escrow.chain)
    if (chain === undefined) return false
    if (
      chore.type === 'recover_prefund' &&
      (await chain.balanceOf(escrow.terms.token, escrow.vault)) < leastOf(order, chore)
    )
      return false
    const secret = chore.type === 'claim' ? publicSecret(order, escrow.terms.commitmentHash) : null
    if (secret === undefined) return false
    const work: ChoreWork = { kind, chore: chore.type, escrow }
    const stored = await deps.store.insert({
      orderId: order.order_id,
      work,
      commitmentHash: escrow.terms.commitmentHash,
      secret,
    })
    if (stored.isNew) deps.ring(stored.settlement)
    return stored.isNew
  }
}

/** The secret that the chain has shown. Whatever does not open the vault is none. */
function publicSecret(order: OrderWire, commitmentHash: Hex): Hex | undefined {
  const { source_intent: source, destination_intent: destination } = order
  const secret = (destination.commitment ?? source.commitment) as Hex | null
  return secret !== null && hashSecret(secret) === commitmentHash ? secret : undefined
}
