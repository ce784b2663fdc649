import type { Order } from '@tandem/sdk'
import { short, type Timeline } from './timeline.ts'

/** Tells each fact once, in the order in which they happen. */
export function makeNarrator(timeline: Timeline): (order: Order) => void {
  const told = new Set<string>()
  return ({ source_intent: source, destination_intent: destination }) => {
    const isHop = destination.bridge_tx_hash !== null
    const facts: [who: string, what: string, chain: string, hash: string | null, block: number | null][] = [
      ['user', 'source_initiated: the user’s escrow is on chain', ...createdAt(source)],
      ['solver', 'destination_initiated: the market maker’s escrow is on chain', ...createdAt(destination)],
      isHop
        ? ['relayer', 'bridging: claimed and sent on, and the secret is public', ...claimedAt(destination)]
        : ['relayer', 'destination_claimed: the user is paid, and the secret is public', ...claimedAt(destination)],
      ['solver', `${isHop ? '' : 'completed: '}the market maker claimed with the same secret`, ...claimedAt(source)],
      ['bridge', 'delivered: the user is paid on the final chain', ...deliveredAt(destination)],
      ['orderbook', 'cancelled: the user is repaid', source.chain, source.cancel_tx_hash, source.cancel_block_number],
    ]
    for (const [who, what, chain, hash, block] of facts) {
      if (hash === null || told.has(what)) continue
      told.add(what)
      timeline.step(who, what, `${chain}${block === null ? '' : ` block ${block}`}, ${short(hash)}`)
    }
  }
}

type Place = [chain: string, hash: string | null, block: number | null]
const createdAt = (one: Order['source_intent']): Place => [one.chain, one.create_tx_hash, one.create_block_number]
const claimedAt = (one: Order['source_intent']): Place => [one.chain, one.claim_tx_hash, one.claim_block_number]
const deliveredAt = (one: Order['source_intent']): Place =>
  one.delivered_at === null ? ['', null, null] : [one.final_chain ?? '', one.delivery_tx_hash, null]
