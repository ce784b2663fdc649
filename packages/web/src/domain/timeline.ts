import type { ExplanationWire, IntentWire, OrderWire } from '@tandem/contracts'

type StandingFact = ExplanationWire['facts'][number]

/** A step of one side: something that happened on chain, or that a completed swap still needs. */
export interface TimelineStep {
  kind: 'created' | 'claimed' | 'cancelled' | 'hop_dispatched' | 'hop_delivered' | 'hop_failed'
  state: 'awaited' | 'seen' | 'confirmed' | 'finalized'
  chain: string
  txHash: string | null
  blockNumber: number | null
  /** The time of its block, as ISO 8601; `null` while it is awaited. */
  at: string | null
  /** How many blocks confirm it, its own included. */
  confirmations: number | null
}

/** One side of an order with its steps, which is a column of the page. */
export interface Timeline {
  side: 'source' | 'destination'
  intent: IntentWire
  steps: readonly TimelineStep[]
}

/**
 * Lists the steps of both sides of an order: first those that the chains show, then those that a completed swap still needs. A
 * cancelled side needs no more steps. On a hop, a dispatch and a delivery follow the claim.
 */
export function timelinesOf(order: OrderWire, facts: readonly StandingFact[]): readonly [Timeline, Timeline] {
  return [timelineOf('source', order.source_intent, facts), timelineOf('destination', order.destination_intent, facts)]
}

/** In which order the steps happen. Times and block numbers cannot tell it, because the steps of a hop are on two chains. */
const ranks: Record<TimelineStep['kind'], number> = {
  created: 0,
  claimed: 1,
  cancelled: 1,
  hop_dispatched: 2,
  hop_failed: 3,
  hop_delivered: 4,
}

function timelineOf(side: Timeline['side'], intent: IntentWire, facts: readonly StandingFact[]): Timeline {
  const standing = facts
    .filter((fact) => fact.side === side)
    .toSorted((a, b) => ranks[a.kind] - ranks[b.kind] || a.block_number - b.block_number)
    .map(
      (fact): TimelineStep => ({
        kind: fact.kind,
        state: fact.finality,
        chain: fact.chain,
        txHash: fact.tx_hash,
        blockNumber: fact.block_number,
        at: fact.block_timestamp,
        confirmations: fact.confirmations,
      }),
    )
  return { side, intent, steps: [...standing, ...awaitedSteps(intent, new Set(standing.map(({ kind }) => kind)))] }
}

function awaitedSteps(intent: IntentWire, known: ReadonlySet<TimelineStep['kind']>): TimelineStep[] {
  if (known.has('cancelled') || intent.status === 'expired' || intent.bridge_status === 'taken_on_hub') return []
  const path: readonly TimelineStep['kind'][] = intent.l1_hop
    ? ['created', 'claimed', 'hop_dispatched', 'hop_delivered']
    : ['created', 'claimed']
  return (
    path
      // On a hop, one transaction claims and dispatches, and the orderbook reports it as the dispatch.
      .filter((kind) => !known.has(kind) && !(kind === 'claimed' && known.has('hop_dispatched')))
      .map((kind) => ({
        kind,
        state: 'awaited',
        chain: kind === 'hop_delivered' ? (intent.final_chain ?? intent.chain) : intent.chain,
        txHash: null,
        blockNumber: null,
        at: null,
        confirmations: null,
      }))
  )
}
