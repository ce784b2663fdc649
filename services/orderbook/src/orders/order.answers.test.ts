import { describe, expect, it } from '@jest/globals'
import { type IntentStatus, networkSchema, type OrderStatus } from '@tandem/contracts'
import { anIntent, anOrder } from '../../test/support/builders.ts'
import { networkWire } from '../../test/support/network.ts'
import { indexNetwork, type NetworkIndex } from '../network/domain/network.ts'
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
