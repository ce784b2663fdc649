import { describe, expect, it } from '@jest/globals'
import { type SideEvent, standingFacts } from './standing-facts.ts'

const event = (over: Partial<SideEvent> = {}): SideEvent => ({
  side: 'source',
  kind: 'created',
  chain: 'left',
  txHash: '0xaa',
  blockNumber: 10,
  blockHash: '0xbb',
  blockTimestamp: 1_800_000_000,
  logIndex: 0,
  finality: 'confirmed',
  ...over,
})
const heads = new Map([
  ['left', 12],
  ['right', 20],
])
const order = (...events: SideEvent[]) =>
  standingFacts(events, heads).map(({ kind, side, tx_hash }) => `${kind} ${side} ${tx_hash}`)

describe('standingFacts', () => {
  it('tells each fact with its confirmations', () => {
    expect(standingFacts([event()], heads)).toEqual([
      {
        ...{ side: 'source', kind: 'created', chain: 'left', tx_hash: '0xaa', block_number: 10, block_hash: '0xbb' },
        ...{ block_timestamp: '2027-01-15T08:00:00.000Z', finality: 'confirmed', confirmations: 3 },
      },
    ])
  })

  it('goes by time, and puts a cause before its effect at equal times', () => {
    const claims = { kind: 'claimed' as const }
    expect(
      order(
        event({ ...claims, side: 'source' }),
        event({ kind: 'hop_dispatched', side: 'destination', chain: 'right' }),
        event({ side: 'destination', chain: 'right' }),
        event(),
        event({ kind: 'cancelled', blockTimestamp: 1_799_999_999 }),
      ),
    ).toEqual([
      'cancelled source 0xaa',
      'created source 0xaa',
      'created destination 0xaa',
      'hop_dispatched destination 0xaa',
      'claimed source 0xaa',
    ])
  })

  it('goes by chain, block and place where all else is equal', () => {
    const failed = { kind: 'hop_failed' as const, side: 'destination' as const }
    expect(
      order(
        event({ ...failed, chain: 'right', txHash: '4' }),
        event({ ...failed, blockNumber: 11, txHash: '3' }),
        event({ ...failed, logIndex: 5, txHash: '2' }),
        event({ ...failed, txHash: '1' }),
      ),
    ).toEqual(['1', '2', '3', '4'].map((hash) => `hop_failed destination ${hash}`))
  })

  it('leaves out what happened on a chain that was never read', () => {
    expect(order(event({ chain: 'unread' }))).toEqual([])
  })
})
