import { describe, expect, it } from '@jest/globals'
import { finalStatuses, type IntentStatus, intentStatuses, type OrderStatus, orderStatuses } from '@tandem/contracts'
import {
  type BridgeState,
  deriveIntentStatus,
  deriveOrderStatus,
  type IntentFacts,
  nextTransitionAt,
  orderStatusTable,
} from './order-lifecycle.ts'
import { walkTransitions } from './order-lifecycle-moves.ts'

const deadline = 1000
const before = deadline - 1

function facts(over: Partial<IntentFacts> = {}): IntentFacts {
  return {
    created: false,
    claimed: false,
    cancelled: false,
    contradicted: false,
    cancelAfter: deadline,
    ...over,
  }
}

/** Facts and a time that give each intent status. */
const cases: Record<IntentStatus, { facts: IntentFacts; time: number }> = {
  awaiting: { facts: facts(), time: before },
  created: { facts: facts({ created: true }), time: before },
  claimed: { facts: facts({ created: true, claimed: true }), time: deadline },
  cancellable: { facts: facts({ created: true }), time: deadline },
  cancelled: {
    facts: facts({ created: true, cancelled: true }),
    time: deadline,
  },
  expired: { facts: facts(), time: deadline },
}

function statusOf(source: IntentStatus, destination: IntentStatus, bridge?: BridgeState): OrderStatus {
  return deriveOrderStatus(
    {
      source: cases[source].facts,
      destination: cases[destination].facts,
      bridge,
    },
    { source: cases[source].time, destination: cases[destination].time },
  )
}

describe('deriveIntentStatus', () => {
  it.each(intentStatuses)('finds %s', (status) => {
    expect(deriveIntentStatus(cases[status].facts, cases[status].time)).toBe(status)
  })

  it('turns at cancelAfter itself, as the contract does', () => {
    expect(deriveIntentStatus(facts({ created: true }), deadline - 1)).toBe('created')
    expect(deriveIntentStatus(facts({ created: true }), deadline)).toBe('cancellable')
  })

  it('counts a chain whose time is unknown as before the deadline', () => {
    expect(deriveIntentStatus(facts(), undefined)).toBe('awaiting')
  })

  it('counts a recovered pre-fund as cancelled though nothing was created', () => {
    expect(deriveIntentStatus(facts({ cancelled: true }), deadline)).toBe('cancelled')
  })
})

describe('deriveOrderStatus', () => {
  // This table is written by hand after the design, so that a change of the data fails here.
  const expected: [IntentStatus, ...OrderStatus[]][] = [
    // source \ destination: awaiting, created, claimed, cancellable, cancelled, expired
    ['awaiting', 'created', 'created', 'destination_claimed', 'refundable', 'cancelled', 'created'],
    [
      'created',
      'source_initiated',
      'destination_initiated',
      'destination_claimed',
      'refundable',
      'source_initiated',
      'source_initiated',
    ],
    ['claimed', 'source_initiated', 'destination_initiated', 'completed', 'refundable', 'conflict', 'conflict'],
    ['cancellable', 'refundable', 'refundable', 'refundable', 'refundable', 'refundable', 'refundable'],
    ['cancelled', 'cancelled', 'destination_initiated', 'conflict', 'refundable', 'cancelled', 'cancelled'],
    ['expired', 'expired', 'created', 'conflict', 'refundable', 'cancelled', 'expired'],
  ]
  const rows = expected.flatMap(([source, ...statuses]) =>
    intentStatuses.map((destination, index) => [source, destination, statuses[index]] as const),
  )

  it.each(rows)('source %s, destination %s: %s', (source, destination, status) => {
    expect(statusOf(source, destination)).toBe(status)
    expect(orderStatusTable[source][destination]).toBe(status)
  })

  it.each<[BridgeState, IntentStatus, OrderStatus]>([
    ['none', 'claimed', 'completed'],
    ['dispatched', 'claimed', 'bridging'],
    ['delivered', 'claimed', 'completed'],
    ['failed', 'claimed', 'bridge_failed'],
    ['none', 'created', 'destination_claimed'],
    ['dispatched', 'created', 'bridging'],
    ['delivered', 'created', 'destination_claimed'],
    ['failed', 'created', 'bridge_failed'],
    ['dispatched', 'cancellable', 'refundable'],
    ['delivered', 'cancelled', 'conflict'],
  ])('hop route, bridge %s, source %s, destination claimed: %s', (bridge, source, status) => {
    expect(statusOf(source, 'claimed', bridge)).toBe(status)
  })

  it('changes nothing by the bridge before the destination is claimed', () => {
    for (const source of intentStatuses) {
      for (const destination of intentStatuses.filter((status) => status !== 'claimed')) {
        expect(statusOf(source, destination, 'none')).toBe(statusOf(source, destination))
      }
    }
  })

  it.each<[string, Partial<IntentFacts>]>([
    ['a wrong hash or a second settlement', { created: true, contradicted: true }],
    ['a claim and a cancel of one vault', { created: true, claimed: true, cancelled: true }],
    ['a claim of a vault that was never created', { claimed: true }],
  ])('calls %s a conflict on either side, whatever the other side says', (_name, over) => {
    for (const other of intentStatuses) {
      const times = { source: before, destination: before }
      expect(deriveOrderStatus({ source: facts(over), destination: cases[other].facts }, times)).toBe('conflict')
      expect(deriveOrderStatus({ source: cases[other].facts, destination: facts(over) }, times)).toBe('conflict')
    }
  })
})

describe('the walk of every legal move', () => {
  const transitions = [...walkTransitions('direct'), ...walkTransitions('hop')]

  it('reaches every status', () => {
    expect(new Set(['created', ...transitions.map(({ to }) => to)])).toEqual(new Set(orderStatuses))
  })

  it('never leaves completed, and conflict only when a late deposit creates the missing escrow', () => {
    const left = transitions.filter(({ from }) => from === 'completed' || from === 'conflict')
    expect(new Set(left.map(({ from, to, move }) => `${from} -> ${to}: ${move.name}`))).toEqual(
      new Set(['conflict -> refundable: source created', 'conflict -> refundable: destination created']),
    )
  })

  it('leaves no final status when everybody follows the protocol', () => {
    const left = transitions.filter(({ from, isExpected }) => isExpected && finalStatuses.includes(from))
    expect(left.map(({ from, to, move }) => `${from} ${to} ${move.name}`)).toEqual([])
  })

  it('never meets a conflict when everybody follows the protocol', () => {
    expect(transitions.filter(({ to, isExpected }) => isExpected && to === 'conflict')).toEqual([])
  })

  it('turns expired into refundable when a late deposit arrives', () => {
    expect(transitions.some(({ from, to }) => from === 'expired' && to === 'refundable')).toBe(true)
  })
})

describe('nextTransitionAt', () => {
  it.each(intentStatuses)('names the deadline of an unsettled %s side, and null otherwise', (status) => {
    const other = cases.claimed
    const next = nextTransitionAt(
      { source: cases[status].facts, destination: other.facts },
      { source: cases[status].time, destination: other.time },
    )
    const waits = status === 'awaiting' || status === 'created'
    expect(next).toEqual({
      source: waits ? deadline : null,
      destination: null,
    })
  })

  it('misses no change: with frozen facts no status changes before the second it names', () => {
    for (const source of intentStatuses) {
      for (const destination of intentStatuses) {
        const order = {
          source: cases[source].facts,
          destination: cases[destination].facts,
        }
        const next = nextTransitionAt(order, { source: 0, destination: 0 })
        const times = (time: number) => ({ source: time, destination: time })
        expect(deriveOrderStatus(order, times(before))).toBe(deriveOrderStatus(order, times(0)))
        if (next.source === null && next.destination === null) {
          expect(deriveOrderStatus(order, times(deadline * 2))).toBe(deriveOrderStatus(order, times(0)))
        }
      }
    }
  })
})
