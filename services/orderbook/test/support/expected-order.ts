/**
 * The expected order, computed only from the canonical chains. It is written again from docs/lifecycle.md in the plainest
 * way, and shares no code with the watcher.
 */

import type { Side } from '../../src/orders/domain/order-lifecycle.ts'
import type { ChainEvent } from '../../src/watcher/domain/chain-event.ts'
import type { ModelChain, ModelOrder } from './model-chain.ts'

export type Depths = { readonly confirmations: number; readonly remembered: number }

const eventsOf = ({ blocks }: ModelChain, { order }: ModelOrder, side: Side): ChainEvent[] =>
  blocks.flatMap(({ events }) => events.filter(({ subject }) => subject === order[side].swapId))

const headOf = ({ blocks }: ModelChain) => blocks.length - 1

const factOf = (name: string, event: ChainEvent | undefined) => ({
  [`${name}_tx_hash`]: event?.txHash ?? null,
  [`${name}_block_number`]: event === undefined ? null : String(event.blockNumber),
  [`${name}_timestamp`]: event === undefined ? null : new Date(event.blockTimestamp * 1000),
})

/** The columns of `intents` that follow from the chain. */
export function expectedIntent(chain: ModelChain, model: ModelOrder, side: Side, { confirmations }: Depths) {
  const events = eventsOf(chain, model, side).filter(
    ({ blockNumber }) => Number(blockNumber) <= headOf(chain) - confirmations + 1,
  )
  const [created, claimed, cancelled] = (['created', 'claimed', 'cancelled'] as const).map((kind) =>
    events.find((event) => event.kind === kind),
  )
  // A deadline passes with the time of the newest block whose facts all count.
  const counted = chain.blocks[headOf(chain) - confirmations + 1]
  const isPast = (counted?.timestamp ?? 0) >= model.order[side].cancelAfter
  let status = isPast ? 'expired' : 'awaiting'
  if (created !== undefined) status = isPast ? 'cancellable' : 'created'
  if (cancelled !== undefined) status = 'cancelled'
  if (claimed !== undefined) status = 'claimed'
  return {
    ...factOf('create', created),
    ...factOf('claim', claimed),
    ...factOf('cancel', cancelled),
    commitment: claimed === undefined ? null : model.secret,
    contradiction: null,
    status,
  }
}

export function expectedStatus(source: string, destination: string): string {
  const isOver = (status: string) => status === 'cancelled' || status === 'expired'
  if (source === 'cancellable' || destination === 'cancellable') return 'refundable'
  if (source === 'claimed' && isOver(destination)) return 'conflict'
  if (destination === 'claimed' && isOver(source)) return 'conflict'
  if (source === 'claimed' && destination === 'claimed') return 'completed'
  if (destination === 'claimed') return 'destination_claimed'
  if (destination === 'created')
    return ['created', 'claimed', 'cancelled'].includes(source) ? 'destination_initiated' : 'created'
  if (source === 'created' || source === 'claimed') return 'source_initiated'
  if (source === 'cancelled' || destination === 'cancelled') return 'cancelled'
  return source === 'expired' ? 'expired' : 'created'
}

/** Every fact that must be in the timeline, with its finality. */
export function expectedFacts(
  chain: ModelChain,
  model: ModelOrder,
  side: Side,
  { confirmations, remembered }: Depths,
): string[] {
  return eventsOf(chain, model, side).map(({ kind, blockHash, txHash, blockNumber }) => {
    const depth = headOf(chain) - Number(blockNumber)
    const finality = depth >= remembered ? 'finalized' : depth >= confirmations - 1 ? 'confirmed' : 'seen'
    return `${side} ${kind} ${txHash} in ${blockHash} ${finality}`
  })
}

export type OutboxRow = {
  order_seq: number
  type: string
  status: string
  previous_status: string | null
  fact: { side: Side; kind: string; tx_hash: string; block_hash: string } | null
}

/** The order as a reader of its events sees it at the end. Throws when the events cannot all be true in their order. */
export function readOutbox(rows: readonly OutboxRow[]): { facts: string[]; status: string | undefined } {
  const standing = new Map<string, string>()
  let status: string | undefined
  for (const [index, row] of rows.entries()) {
    if (row.order_seq !== index + 1) throw new Error(`event ${row.order_seq} stands at place ${index + 1}`)
    if (index > 0 && row.previous_status !== status)
      throw new Error(`event ${row.order_seq} follows ${row.previous_status}, not ${status}`)
    status = row.status
    if (row.fact === null) continue
    const { side, kind, tx_hash, block_hash } = row.fact
    const fact = `${side} ${kind} ${tx_hash} in ${block_hash}`
    const became = row.type.replace('order.fact_', '')
    if (became !== 'retracted') standing.set(fact, became)
    else if (!standing.delete(fact)) throw new Error(`event ${row.order_seq} retracts what did not stand: ${fact}`)
  }
  return { facts: [...standing].map(([fact, finality]) => `${fact} ${finality}`).sort(), status }
}
