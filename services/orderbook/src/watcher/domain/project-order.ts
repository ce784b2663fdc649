import type { IntentStatus, OrderStatus } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { ChainFacts } from '../../orders/domain/order.ts'
import {
  type BridgeState,
  deriveIntentStatus,
  deriveOrderStatus,
  isContradicted,
  nextTransitionAt,
} from '../../orders/domain/order-lifecycle.ts'
import type { ChainEvent } from './chain-event.ts'
import { projectIntent } from './project-intent.ts'

/** The terms and events of one side, with `chainTime` in unix seconds. */
export type SideInput = {
  readonly commitmentHash: Hex
  readonly cancelAfter: number
  readonly isHop: boolean
  readonly events: readonly ChainEvent[]
  readonly deliveries?: readonly ChainEvent[]
  readonly chainTime: number | undefined
}

export type OrderProjection = {
  readonly source: ChainFacts & { readonly status: IntentStatus }
  readonly destination: ChainFacts & { readonly status: IntentStatus }
  readonly status: OrderStatus
  /** When time alone changes a side's status, in unix seconds. Null when only a fact can. */
  readonly transitionAt: { readonly source: number | null; readonly destination: number | null }
  /** When the order was completed, in unix seconds: the time of the last claim. Null for any other order. */
  readonly completedAt: number | null
}

/** Derives everything that the watcher writes about an order. */
export function projectOrder(input: { source: SideInput; destination: SideInput }): OrderProjection {
  const side = (one: SideInput) => {
    const projection = projectIntent(one, one.events, one.deliveries)
    const facts = {
      created: projection.create !== null,
      claimed: projection.claim !== null,
      cancelled: projection.cancel !== null,
      contradicted: projection.contradiction !== null,
      cancelAfter: one.cancelAfter,
    }
    return { projection, facts, status: deriveIntentStatus(facts, one.chainTime) }
  }
  const source = side(input.source)
  const destination = side(input.destination)
  const bridge: BridgeState | undefined = input.destination.isHop
    ? (destination.projection.bridgeState ?? 'none')
    : undefined
  const facts = { source: source.facts, destination: destination.facts, bridge }
  const times = { source: input.source.chainTime, destination: input.destination.chainTime }
  const status = deriveOrderStatus(facts, times)
  const isSettled = isContradicted(source.facts) || isContradicted(destination.facts)
  const claims = [source.projection.claim, destination.projection.claim].map(
    (claim) => (claim?.timestamp.getTime() ?? 0) / 1000,
  )
  return {
    source: { ...source.projection, status: source.status },
    destination: { ...destination.projection, status: destination.status },
    status,
    transitionAt: isSettled ? { source: null, destination: null } : nextTransitionAt(facts, times),
    completedAt: status === 'completed' ? Math.max(...claims) : null,
  }
}
