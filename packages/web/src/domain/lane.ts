import type { ExplanationWire, IntentWire, OrderWire } from '@tandem/contracts'

type StandingFact = ExplanationWire['facts'][number]

/** A line of a lane: a fact, or an awaited one. */
export interface LaneStep {
  kind: 'created' | 'claimed' | 'cancelled' | 'hop_dispatched' | 'hop_delivered' | 'hop_failed'
  state: 'awaited' | 'seen' | 'confirmed' | 'finalized'
  chain: string
  txHash: string | null
  blockNumber: number | null
  /** ISO 8601; `null` while it is awaited. */
  at: string | null
  /** Blocks on top, the fact's own among them. */
  confirmations: number | null
}

/** A side of an order, as a column of the page. */
export interface Lane {
  side: 'source' | 'destination'
  intent: IntentWire
  steps: readonly LaneStep[]
}

/**
 * Both sides of an order as lanes: the facts of now, and then those that a completed swap still needs. A cancelled
 * side needs nothing more; a hop needs a dispatch and a delivery after its claim.
 */
export function lanesOf(order: OrderWire, facts: readonly StandingFact[]): readonly [Lane, Lane] {
  return [laneOf('source', order.source_intent, facts), laneOf('destination', order.destination_intent, facts)]
}

/** The order in which facts follow each other. The clocks and blocks of two chains do not tell it. */
const ranks: Record<LaneStep['kind'], number> = {
  created: 0,
  claimed: 1,
  cancelled: 1,
  hop_dispatched: 2,
  hop_failed: 3,
  hop_delivered: 4,
}

function laneOf(side: Lane['side'], intent: IntentWire, facts: readonly StandingFact[]): Lane {
  const standing = facts
    .filter((fact) => fact.side === side)
    .toSorted((a, b) => ranks[a.kind] - ranks[b.kind] || a.block_number - b.block_number)
    .map(
      (fact): LaneStep => ({
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

function awaitedSteps(intent: IntentWire, known: ReadonlySet<LaneStep['kind']>): LaneStep[] {
  if (known.has('cancelled') || intent.status === 'expired' || intent.bridge_status === 'taken_on_hub') return []
  const path: readonly LaneStep['kind'][] = intent.l1_hop
    ? ['created', 'claimed', 'hop_dispatched', 'hop_delivered']
    : ['created', 'claimed']
  return (
    path
      // The claim of a hop is its dispatch: one transaction, and one fact.
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
