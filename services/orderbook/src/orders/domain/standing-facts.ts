import type { StandingFactWire } from '@tandem/contracts'
import type { Side } from './order-lifecycle.ts'

/** An event on chain that concerns one side of an order. */
export type SideEvent = {
  readonly side: Side
  readonly kind: StandingFactWire['kind']
  readonly chain: string
  readonly txHash: string
  readonly blockNumber: number
  readonly blockHash: string
  /** The time of the block in unix seconds. */
  readonly blockTimestamp: number
  readonly logIndex: number
  readonly finality: StandingFactWire['finality']
}

/**
 * Puts a cause before its effect at equal times: the escrows come first, then the claim that shows the secret, then the
 * claim that uses it.
 */
function rankOf({ kind, side }: SideEvent): number {
  if (kind === 'created') return side === 'destination' ? 1 : 0
  if (kind === 'claimed' || kind === 'hop_dispatched') return side === 'source' ? 3 : 2
  return 4
}

/**
 * The facts of an order in the order in which they happened.
 * @param heads the number of the latest block of each chain. What happened on a chain that was never read is left out.
 */
export function standingFacts(events: readonly SideEvent[], heads: ReadonlyMap<string, number>): StandingFactWire[] {
  return events
    .toSorted(
      (a, b) =>
        a.blockTimestamp - b.blockTimestamp ||
        rankOf(a) - rankOf(b) ||
        (a.chain < b.chain ? -1 : Number(a.chain > b.chain)) ||
        a.blockNumber - b.blockNumber ||
        a.logIndex - b.logIndex,
    )
    .flatMap((event) => {
      const head = heads.get(event.chain)
      if (head === undefined) return []
      return [
        {
          side: event.side,
          kind: event.kind,
          chain: event.chain,
          tx_hash: event.txHash,
          block_number: event.blockNumber,
          block_hash: event.blockHash,
          block_timestamp: new Date(event.blockTimestamp * 1000).toISOString(),
          finality: event.finality,
          confirmations: head - event.blockNumber + 1,
        },
      ]
    })
}
