import { describe, expect, it } from '@jest/globals'
import { quoteAskSchema } from './maker-protocol.ts'

const ask = {
  source_asset: 'devnet_a:usdc',
  destination_asset: 'devnet_b:usdc',
  source_amount: '1000000',
  destination_amount: null,
  route_type: 'direct',
  hop_relayer_fee: '0',
  initiate_by: 1_795_000_000,
  fill_by: 1_795_000_600,
  expires_at: 1_794_999_999,
  answer_within_ms: 300,
}
const id = '3f1d1a0e-5f0b-8c7d-9a35-0123456789ab'

describe('quoteAskSchema', () => {
  it.each([{ rfq_id: id }, { quote_id: id }])('takes the identifier of one version: %j', (named) => {
    expect(quoteAskSchema.safeParse({ ...ask, ...named }).error?.message).toBeUndefined()
  })

  it.each([{}, { rfq_id: id, quote_id: id }])('refuses none and both: %j', (named) => {
    expect(quoteAskSchema.safeParse({ ...ask, ...named }).success).toBe(false)
  })
})
