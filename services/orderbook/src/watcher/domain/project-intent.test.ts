import { describe, expect, it } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { ChainEvent, EventKind } from './chain-event.ts'
import { projectIntent } from './project-intent.ts'

const secret: Hex = `0x${'5e'.repeat(32)}`
const commitmentHash = hashSecret(secret)
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`

function event(kind: EventKind, block: number, over: Partial<ChainEvent['payload']> = {}): ChainEvent {
  const carriesSecret = kind === 'claimed' || kind === 'hop_dispatched'
  return {
    blockNumber: BigInt(block),
    blockHash: hash('bb'),
    blockTimestamp: 1_000 + block,
    txHash: hash(String(block).padStart(2, '0')),
    logIndex: 0,
    subject: '0x0000000000000000000000000000000000000001',
    kind,
    payload: {
      commitmentHash,
      ...(carriesSecret ? { secret } : {}),
      ...(kind === 'hop_dispatched' ? { messageId: hash('aa') } : {}),
      ...over,
    },
  }
}

const direct = { commitmentHash, isHop: false }

describe('projectIntent', () => {
  it('is empty without events', () => {
    const { bridgeState, ...rest } = projectIntent(direct, [])
    expect(bridgeState).toBeNull()
    expect(Object.values(rest).every((value) => value === null)).toBe(true)
  })

  it('takes hash, block and time from the event', () => {
    const { create, claim, commitment } = projectIntent(direct, [event('created', 10), event('claimed', 12)])
    expect(create).toEqual({ txHash: hash('10'), blockNumber: 10, timestamp: new Date(1_010_000) })
    expect(claim?.blockNumber).toBe(12)
    expect(commitment).toBe(secret)
  })

  it('knows a hop that was dispatched, and a hop vault whose recipient stayed on this chain', () => {
    const hop = { commitmentHash, isHop: true }
    expect(projectIntent(hop, [event('created', 1), event('hop_dispatched', 2)])).toMatchObject({
      bridgeState: 'dispatched',
      bridgeTxHash: hash('02'),
      bridgeMessageId: hash('aa'),
    })
    expect(projectIntent(hop, [event('created', 1), event('claimed', 2)])).toMatchObject({
      bridgeState: 'none',
      bridgeTxHash: null,
    })
  })

  it('follows the message of the dispatch on the final chain, and no other', () => {
    const hop = { commitmentHash, isHop: true }
    const dispatched = [event('created', 1), event('hop_dispatched', 2)]
    const told = (kind: 'hop_failed' | 'hop_delivered', block: number, message: string): ChainEvent => ({
      ...event(kind, block),
      subject: hash(message),
      payload: { messageId: hash(message) },
    })
    const [failed, again, done] = [
      told('hop_failed', 5, 'aa'),
      told('hop_failed', 7, 'aa'),
      told('hop_delivered', 9, 'aa'),
    ]
    const state = (deliveries: ChainEvent[], events = dispatched) => {
      const { bridgeState, deliveryTxHash, deliveredAt } = projectIntent(hop, events, deliveries)
      return [bridgeState, deliveryTxHash, deliveredAt]
    }
    expect(state([told('hop_delivered', 5, 'ab')])).toEqual(['dispatched', null, null])
    expect(state([failed, again])).toEqual(['failed', hash('07'), null])
    expect(state([failed, again, done])).toEqual(['delivered', hash('09'), new Date(1_009_000)])
    expect(state([done], [event('created', 1)])).toEqual(['none', null, null])
  })

  it.each<[string, ChainEvent[]]>([
    ['two claims', [event('created', 1), event('claimed', 2), event('claimed', 3)]],
    ['two cancellations', [event('created', 1), event('cancelled', 2), event('cancelled', 3)]],
    ['a claim and a cancellation', [event('created', 1), event('claimed', 2), event('cancelled', 3)]],
    ['a secret that does not fit', [event('created', 1), event('claimed', 2, { secret: hash('11') })]],
    ['another commitment hash', [event('created', 1, { commitmentHash: hash('22') })]],
  ])('says that %s cannot be', (_name, events) => {
    expect(projectIntent(direct, events).contradiction).not.toBeNull()
  })
})
