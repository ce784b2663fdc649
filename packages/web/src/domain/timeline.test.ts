import { describe, expect, it } from '@jest/globals'
import type { ExplanationWire, IntentWire, OrderWire } from '@tandem/contracts'
import { timelinesOf } from './timeline.ts'

const intent = (over: Partial<IntentWire> = {}) =>
  ({ chain: 'a', status: 'awaiting', l1_hop: false, bridge_status: null, final_chain: null, ...over }) as IntentWire
const order = (source: IntentWire, destination: IntentWire) =>
  ({ source_intent: source, destination_intent: destination }) as OrderWire
const fact = (over: Partial<ExplanationWire['facts'][number]>): ExplanationWire['facts'][number] => ({
  side: 'source',
  kind: 'created',
  chain: 'a',
  tx_hash: '0x01',
  block_number: 7,
  block_hash: '0x02',
  block_timestamp: '2026-11-22T10:00:00.000Z',
  finality: 'seen',
  confirmations: 1,
  ...over,
})
const stepsOf = ([source, destination]: ReturnType<typeof timelinesOf>) =>
  [source, destination].map(({ steps }) => steps.map(({ kind, state, chain }) => `${kind} ${state} ${chain}`))

describe('the timelines of an order', () => {
  it('await funding and claim on both sides at first', () => {
    expect(stepsOf(timelinesOf(order(intent(), intent({ chain: 'b' })), []))).toEqual([
      ['created awaited a', 'claimed awaited a'],
      ['created awaited b', 'claimed awaited b'],
    ])
  })

  it('keep each fact on its own side, in the order of the chain, ahead of what is awaited', () => {
    const facts = [
      fact({ kind: 'claimed', block_number: 8, tx_hash: '0x03' }),
      fact({ finality: 'confirmed', confirmations: 3 }),
      fact({ side: 'destination', chain: 'b', finality: 'finalized' }),
    ]
    expect(stepsOf(timelinesOf(order(intent(), intent({ chain: 'b' })), facts))).toEqual([
      ['created confirmed a', 'claimed seen a'],
      ['created finalized b', 'claimed awaited b'],
    ])
  })

  it('await nothing of a side that was cancelled or expired, or taken on the hub', () => {
    const timelines = timelinesOf(
      order(
        intent({ status: 'cancelled' }),
        intent({ status: 'claimed', l1_hop: true, bridge_status: 'taken_on_hub' }),
      ),
      [fact({}), fact({ kind: 'cancelled', block_number: 9 }), fact({ side: 'destination', kind: 'claimed' })],
    )
    expect(stepsOf(timelines)).toEqual([['created seen a', 'cancelled seen a'], ['claimed seen a']])
    expect(stepsOf(timelinesOf(order(intent({ status: 'expired' }), intent({ status: 'expired' })), []))).toEqual([
      [],
      [],
    ])
  })

  it('await dispatch and delivery of a hop, the latter on the final chain', () => {
    const hop = intent({ chain: 'hub', l1_hop: true, final_chain: 'l1' })
    expect(stepsOf(timelinesOf(order(intent(), hop), []))[1]).toEqual([
      'created awaited hub',
      'claimed awaited hub',
      'hop_dispatched awaited hub',
      'hop_delivered awaited l1',
    ])
  })

  it('put a failed delivery behind the dispatch, whatever the clocks of both chains say, and await no other claim', () => {
    const hop = intent({ chain: 'hub', status: 'claimed', l1_hop: true, final_chain: 'l1' })
    const facts = [
      fact({ side: 'destination', kind: 'hop_failed', chain: 'l1', block_timestamp: '2026-11-22T09:59:00.000Z' }),
      fact({ side: 'destination', kind: 'hop_dispatched', chain: 'hub', block_number: 9 }),
      fact({ side: 'destination', chain: 'hub' }),
    ]
    expect(stepsOf(timelinesOf(order(intent(), hop), facts))[1]).toEqual([
      'created seen hub',
      'hop_dispatched seen hub',
      'hop_failed seen l1',
      'hop_delivered awaited l1',
    ])
  })
})
