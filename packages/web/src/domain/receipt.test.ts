import { describe, expect, it } from '@jest/globals'
import { receiptOf } from './receipt.ts'

const hub = { chain: 'hub', final_chain: 'final', asset: 'hub:usdc', amount: '33932000' }
const arriving = { chain: 'final', asset: 'final:usdc', token_address: '0x1', recipient: '0x2', amount: '33882000' }

describe('receiptOf', () => {
  it('says what arrives on the final chain, and not what the escrow on the hub holds', () => {
    expect(receiptOf({ receives: arriving, destination_intent: hub })).toEqual(arriving)
  })

  it('takes the escrow for an orderbook that does not say what arrives', () => {
    expect(receiptOf({ receives: null, destination_intent: hub })).toMatchObject({ chain: 'final', amount: '33932000' })
    expect(receiptOf({ receives: null, destination_intent: { ...hub, final_chain: null } }).chain).toBe('hub')
  })
})
