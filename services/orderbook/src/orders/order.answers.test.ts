import { describe, expect, it } from '@jest/globals'
import type { IntentStatus, OrderStatus } from '@tandem/contracts'
import { networkSchema, success } from '@tandem/contracts'
import fc from 'fast-check'
import { aHop, anIntent, anOrder } from '../../test/support/builders.ts'
import { networkWire } from '../../test/support/network.ts'
import { fillWindowOf, indexNetwork, type NetworkIndex } from '../network/domain/network.ts'
import type { Order } from './domain/order.ts'
import type { BridgeState } from './domain/order-lifecycle.ts'
import type { Prefund } from './domain/prefund.ts'
import { makeOrderAnswers } from './order.answers.ts'

const network = indexNetwork(networkSchema.parse(networkWire))
const nowSecs = 1_000_000
const end = nowSecs + 3_600

/** The network without one of the order's chains, as after a change of the network file. */
const without = (gone: string): NetworkIndex => ({
  ...network,
  chain: (name) => (name === gone ? undefined : network.chain(name)),
})

function orderOf(status: OrderStatus, sides: { source: IntentStatus; destination: IntentStatus }) {
  const source = anIntent('source', { status: sides.source, cancelAfter: end + 43_200 })
  const destination = anIntent('destination', { status: sides.destination, cancelAfter: end })
  return anOrder({ status, source, destination })
}

const answersOn = (index: NetworkIndex, held = 0n) =>
  makeOrderAnswers({
    facts: { ofOrder: async () => [] } as never,
    prefundOf: async () => ({ amount: held, native: 0n }),
    network: index,
    hopStuckAfterSecs: 600,
    now: () => nowSecs * 1_000,
  })

describe('an order one of whose chains has left the network file', () => {
  const opened = { source: 'created', destination: 'created' } as const
  const funded = { source: 'created', destination: 'awaiting' } as const

  it('has a deadline for the claim while its chains are known', () => {
    const safetySecs = network.chain('devnet_b')?.claim_safety_secs ?? Number.NaN
    const { next_action: next } = answersOn(network).stored(orderOf('destination_initiated', opened))
    expect(next).toMatchObject({ action: 'submit_claim', deadline: end - safetySecs })
  })

  it('names no deadline for the claim, and says why', async () => {
    const answers = answersOn(without('devnet_b'))
    const order = orderOf('destination_initiated', opened)
    const { next_action: next } = answers.stored(order)
    expect(next).toMatchObject({ action: 'submit_claim', deadline: null })
    expect(next?.description).toContain("devnet_b is not in this orderbook's network file any more")
    expect((await answers.explained(order)).awaiting).toMatchObject({ until: null })
  })

  it('names no deadline for the destination either', () => {
    const { next_action: next } = answersOn(without('devnet_b')).stored(orderOf('source_initiated', funded))
    expect(next).toMatchObject({ action: 'initiate_destination', deadline: null })
  })

  it.each(['devnet_a', 'devnet_b'])(
    'asks for no money when that is %s, and for what lies there to be taken back',
    async (gone) => {
      const order = orderOf('created', { source: 'awaiting', destination: 'awaiting' })
      expect(answersOn(network).stored(order).next_action).toMatchObject({ action: 'initiate_source' })
      expect(answersOn(without(gone)).stored(order).next_action).toBeNull()
      const { wire } = await answersOn(without(gone), 5n).polled(order)
      expect(wire.next_action).toMatchObject({ action: 'recover_prefund' })
    },
  )
})

const fact = (secs: number | null) =>
  secs === null ? null : { txHash: `0x${'ab'.repeat(32)}` as const, blockNumber: 7, timestamp: new Date(secs * 1_000) }

/** Money that comes later than so long before `cancelAfter` is not matched. */
const windowSecs = fillWindowOf(network, anOrder()) ?? Number.NaN

/** Any mixture of facts, times and statuses around `nowSecs`, also of those that no chain shows. */
const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    status: fc.constantFrom<OrderStatus>('created', 'created', 'source_initiated', 'destination_initiated', 'bridging'),
    source: fc.constantFrom<IntentStatus>('awaiting', 'awaiting', 'created', 'cancelled'),
    destination: fc.constantFrom<IntentStatus>('awaiting', 'awaiting', 'created', 'expired'),
    bridge: fc.constantFrom<BridgeState | null>(null, 'none', 'dispatched', 'delivered', 'failed'),
    secs: fc.array(fc.option(fc.integer({ min: -20, max: 20 }), { freq: 1 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ status, source, destination, bridge, secs }) => {
    const [fillBy = null, cancelAfter, created = null, claimed = null, settled = null, initiateBy = null] = secs.map(
      (at) => (at === null ? null : nowSecs + at),
    )
    const create = fact(created)
    return anOrder({
      ...{ status, fillBy, initiateBy },
      source: anIntent('source', { status: source, create, claim: fact(settled && settled - 7 * 86_400) }),
      destination: anIntent('destination', {
        ...{ status: destination, bridgeState: bridge, hop: bridge === null ? null : aHop() },
        ...{ cancelAfter: (cancelAfter ?? nowSecs) + windowSecs, claim: fact(claimed && claimed - 600) },
      }),
    })
  })
const anyPrefund: fc.Arbitrary<Prefund | null> = fc.option(
  fc.record({ amount: fc.bigInt({ min: 0n, max: 2n }), native: fc.bigInt({ min: 0n, max: 2n }) }),
  { freq: 1 },
)

describe('an answer that is kept as text', () => {
  it('is as a new one at every time and with any money at the address, also when the clock goes back', async () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: -25_000, max: 25_000 }), anyPrefund), { minLength: 2 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 2 }), moments, async (orders, times) => {
        let nowMs = 0
        let held: Prefund | null = null
        const make = () =>
          makeOrderAnswers({
            ...{ facts: { ofOrder: async () => [] } as never, network, hopStuckAfterSecs: 600 },
            ...{ prefundOf: async () => held, now: () => nowMs },
          })
        const answers = make()
        for (const [at, prefund] of times)
          for (const order of orders) {
            nowMs = nowSecs * 1_000 + at
            held = prefund
            const { wire } = await make().polled(order)
            expect((await answers.encoded(order)).body).toBe(JSON.stringify(success(wire)))
          }
      }),
      { numRuns: 500 },
    )
  })
})
