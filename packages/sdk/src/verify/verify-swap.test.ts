import { describe, expect, it } from '@jest/globals'
import type { Order } from '../client/types.ts'
import { mergeAnswer } from './verify-swap.ts'

const side = {
  recipient: '0xaBcDef0000000000000000000000000000000001',
  amount: '100',
  cancel_after: 2000,
  hop_bridge_factory: null,
  status: 'awaiting',
  claim_tx_hash: null,
  bridge_status: null,
  funded_amount: null,
}
const verified = {
  order_id: 'o',
  status: 'created',
  fill_by: 900,
  source_intent: { ...side, chain: 'a' },
  destination_intent: { ...side, chain: 'b' },
} as unknown as Order

describe('mergeAnswer', () => {
  it('takes what has happened from the answer', () => {
    const happened = { status: 'claimed', claim_tx_hash: '0x01', bridge_status: 'delivered', funded_amount: '1' }
    const moved = { status: 'completed', updated_at: '2026-11-23T12:00:00.000Z', next_action: null }
    const answer = { ...verified, ...moved, destination_intent: { ...verified.destination_intent, ...happened } }
    expect(mergeAnswer(verified, answer as unknown as Order)).toEqual(answer)
  })

  it('takes no term from the answer, not even one that is only written differently', () => {
    const terms = {
      recipient: side.recipient.toLowerCase(),
      amount: '0100',
      cancel_after: 2001,
      hop_bridge_factory: '0x01',
      chain: 'c',
    }
    const answer = { order_id: 'O', fill_by: 1, source_intent: terms, destination_intent: terms }
    expect(mergeAnswer(verified, { ...verified, ...answer } as unknown as Order)).toEqual(verified)
  })
})
