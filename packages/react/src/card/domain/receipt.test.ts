import { describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { paidAt, receivedOf, secondsOf, transactionsOf } from './receipt.ts'

const hub = { chain: 'hub', final_chain: 'final', asset: 'hub:usdc', amount: '33932000' }
const arriving = { chain: 'final', asset: 'final:usdc', token_address: '0x1', recipient: '0x2', amount: '33882000' }

describe('receivedOf', () => {
  it('says what arrives on the final chain, and not what the escrow on the hub holds', () => {
    expect(receivedOf({ receives: arriving, destination_intent: hub })).toEqual(arriving)
  })

  it('takes the escrow for an orderbook that does not say what arrives', () => {
    expect(receivedOf({ receives: null, destination_intent: hub })).toMatchObject({
      chain: 'final',
      amount: '33932000',
    })
    expect(receivedOf({ receives: null, destination_intent: { ...hub, final_chain: null } }).chain).toBe('hub')
  })
})

const facts = { create_tx_hash: null, claim_tx_hash: null, cancel_tx_hash: null, delivery_tx_hash: null }
const times = { create_timestamp: null, claim_timestamp: null, delivered_at: null }
const order = (source: object, destination: object) =>
  ({
    source_intent: { chain: 'a', ...facts, ...times, ...source },
    destination_intent: { chain: 'b', final_chain: null, ...facts, ...times, ...destination },
  }) as OrderWire

describe('the facts of a receipt', () => {
  const funded = { create_tx_hash: '0x1', create_timestamp: '2026-11-22T10:00:00.000Z' }
  const paid = { claim_tx_hash: '0x2', claim_timestamp: '2026-11-22T10:00:40.000Z' }

  it('name the transactions that matter to the user, and the time between them', () => {
    const direct = order(funded, paid)
    expect(transactionsOf(direct)).toEqual([
      { kind: 'funded', hash: '0x1', chain: 'a' },
      { kind: 'paid', hash: '0x2', chain: 'b' },
    ])
    expect([secondsOf(direct), paidAt(direct)]).toEqual([40, paid.claim_timestamp])
  })

  it('count a hop until its delivery, and nothing that was not paid', () => {
    const hop = { ...paid, l1_hop: true, bridge_status: 'dispatched' }
    expect(secondsOf(order(funded, hop))).toBeUndefined()
    expect(secondsOf(order(funded, { ...hop, bridge_status: 'taken_on_hub' }))).toBe(40)
    const delivery = { delivered_at: '2026-11-22T10:01:00.000Z', delivery_tx_hash: '0x3', final_chain: 'c' }
    expect(secondsOf(order(funded, { ...hop, ...delivery }))).toBe(60)
    expect(transactionsOf(order(funded, { ...hop, ...delivery })).at(-1)).toEqual({
      kind: 'delivered',
      hash: '0x3',
      chain: 'c',
    })
    const back = order({ ...funded, cancel_tx_hash: '0x4' }, {})
    expect([secondsOf(back), paidAt(back), transactionsOf(back).at(-1)?.kind]).toEqual([undefined, null, 'returned'])
  })
})
