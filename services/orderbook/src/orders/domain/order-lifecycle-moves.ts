import type { OrderStatus } from '@tandem/contracts'
import {
  type BridgeState,
  type ChainTimes,
  deriveOrderStatus,
  type IntentFacts,
  type OrderFacts,
  type Side,
} from './order-lifecycle.ts'

/**
 * The state that a move changes. Tests use moves to reach every status, and docs/lifecycle.md is generated from them.
 * Nothing at run time depends on moves.
 */
export type Situation = {
  readonly facts: OrderFacts
  readonly past: Readonly<Record<Side, boolean>>
}

export type Move = {
  readonly name: string
  readonly actor: 'user' | 'solver' | 'anyone' | 'clock' | 'bridge'
  /** False when no party that follows the protocol would make this move. */
  isExpected(at: Situation): boolean
  /** The situation after the move. Undefined when the contracts do not allow the move. */
  apply(at: Situation): Situation | undefined
}

const open = (facts: IntentFacts) => facts.created && !facts.claimed && !facts.cancelled

function withSide(at: Situation, side: Side, change: Partial<IntentFacts>, bridge?: BridgeState): Situation {
  const facts = { ...at.facts, [side]: { ...at.facts[side], ...change } }
  return { ...at, facts: bridge === undefined ? facts : { ...facts, bridge } }
}

function withBridge(at: Situation, from: readonly BridgeState[], to: BridgeState): Situation | undefined {
  if (at.facts.bridge === undefined || !from.includes(at.facts.bridge)) return undefined
  return { ...at, facts: { ...at.facts, bridge: to } }
}

function createMove(side: Side, actor: 'user' | 'solver', isExpected: Move['isExpected']): Move {
  return {
    name: `${side} created`,
    actor,
    isExpected,
    apply: (at) => {
      const facts = at.facts[side]
      return facts.created || facts.cancelled ? undefined : withSide(at, side, { created: true })
    },
  }
}

function cancelMove(side: Side, actor: 'user' | 'solver'): Move {
  return {
    name: `${side} cancelled`,
    actor,
    isExpected: (at) => open(at.facts[side]) && at.past[side],
    // An open escrow can be cancelled early with consent. From `cancelAfter` on, money at the address of a vault that was
    // never created is recovered.
    apply: (at) => {
      const facts = at.facts[side]
      const possible = open(facts) || (!facts.created && !facts.cancelled && at.past[side])
      return possible ? withSide(at, side, { cancelled: true }) : undefined
    },
  }
}

function passMove(side: Side): Move {
  return {
    name: `${side} cancel_after passes`,
    actor: 'clock',
    // The source's deadline comes later than the destination's, and the solver claims in between.
    isExpected: ({ facts, past }) =>
      side === 'destination' || (past.destination && !(facts.destination.claimed && open(facts.source))),
    apply: (at) => (at.past[side] ? undefined : { ...at, past: { ...at.past, [side]: true } }),
  }
}

export const moves: readonly Move[] = [
  createMove('source', 'user', (at) => !at.past.source && !at.past.destination),
  createMove('destination', 'solver', (at) => open(at.facts.source) && !at.past.destination),
  {
    name: 'destination claimed',
    actor: 'user',
    isExpected: (at) => open(at.facts.source) && !at.past.source,
    apply: (at) => {
      if (!open(at.facts.destination) || at.past.destination) return undefined
      return withSide(at, 'destination', { claimed: true }, at.facts.bridge === undefined ? undefined : 'dispatched')
    },
  },
  {
    name: 'source claimed',
    actor: 'solver',
    isExpected: (at) => at.facts.destination.claimed,
    apply: (at) => (open(at.facts.source) && !at.past.source ? withSide(at, 'source', { claimed: true }) : undefined),
  },
  cancelMove('source', 'user'),
  cancelMove('destination', 'solver'),
  passMove('destination'),
  passMove('source'),
  {
    name: 'bridge delivered',
    actor: 'bridge',
    isExpected: () => true,
    apply: (at) => withBridge(at, ['dispatched'], 'delivered'),
  },
  {
    name: 'bridge delivery failed',
    actor: 'bridge',
    isExpected: () => true,
    apply: (at) => withBridge(at, ['dispatched'], 'failed'),
  },
  {
    name: 'bridge delivery retried',
    actor: 'anyone',
    isExpected: () => true,
    apply: (at) => withBridge(at, ['failed'], 'delivered'),
  },
]

const fresh: IntentFacts = {
  created: false,
  claimed: false,
  cancelled: false,
  contradicted: false,
  cancelAfter: 1,
}

export function startSituation(route: 'direct' | 'hop'): Situation {
  const facts = { source: fresh, destination: fresh }
  return {
    facts: route === 'hop' ? { ...facts, bridge: 'none' } : facts,
    past: { source: false, destination: false },
  }
}

export function situationTimes({ past }: Situation): ChainTimes {
  return { source: past.source ? 1 : 0, destination: past.destination ? 1 : 0 }
}

export function situationStatus(at: Situation): OrderStatus {
  return deriveOrderStatus(at.facts, situationTimes(at))
}

export type Transition = {
  from: OrderStatus
  to: OrderStatus
  move: Move
  isExpected: boolean
}

/** Finds every transition, once for each (from, to, move). */
export function walkTransitions(route: 'direct' | 'hop'): Transition[] {
  const seen = new Map<string, boolean>()
  const found = new Map<string, Transition>()
  const queue: { at: Situation; isExpected: boolean }[] = [{ at: startSituation(route), isExpected: true }]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = JSON.stringify(next.at)
    // A situation that was reached by an unexpected path is walked again by an expected one.
    if (seen.has(key) && (seen.get(key) === true || !next.isExpected)) continue
    seen.set(key, next.isExpected)
    for (const move of moves) {
      const after = move.apply(next.at)
      if (after === undefined) continue
      const isExpected = next.isExpected && move.isExpected(next.at)
      queue.push({ at: after, isExpected })
      const from = situationStatus(next.at)
      const to = situationStatus(after)
      if (from === to) continue
      const id = `${from}>${to}>${move.name}`
      found.set(id, {
        from,
        to,
        move,
        isExpected: isExpected || found.get(id)?.isExpected === true,
      })
    }
  }
  return [...found.values()]
}
