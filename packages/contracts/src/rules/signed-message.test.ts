import { describe, expect, it } from '@jest/globals'
import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isSignedBy, type MakerQuoteMessage, makerQuoteTypedData } from './maker-quote.ts'

const [signer, other] = [privateKeyToAccount(`0x${'11'.repeat(32)}`), privateKeyToAccount(`0x${'22'.repeat(32)}`)]
const message: MakerQuoteMessage = {
  quote_id: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
  source_asset: 'base:usdc',
  source_chain_id: 1,
  source_token: zeroAddress,
  source_amount: '5',
  source_recipient: zeroAddress,
  destination_asset: 'avalanche:usdc',
  destination_chain_id: 2,
  destination_token: zeroAddress,
  destination_amount: '5',
  destination_creator: zeroAddress,
  hop_relayer_fee: '0',
  initiate_by: 7,
  fill_by: 8,
  expires_at: 9,
}

describe('a signed message', () => {
  it('is by its signer alone, and with every field as it was signed', async () => {
    const signature = await signer.signTypedData(makerQuoteTypedData(message))
    expect(await isSignedBy(signer.address, { message, signature })).toBe(true)
    expect(await isSignedBy(other.address, { message, signature })).toBe(false)
    const changed = Object.entries(message).map(([name, value]) => ({ ...message, [name]: changeOf(value) }))
    const answers = await Promise.all(changed.map((one) => isSignedBy(signer.address, { message: one, signature })))
    expect(answers).toEqual(changed.map(() => false))
  })

  it.each(['0x', `0x${'00'.repeat(65)}`, 'nonsense'])('is by nobody with the signature %s', async (signature) => {
    expect(await isSignedBy(signer.address, { message, signature })).toBe(false)
  })
})

const changeOf = (value: string | number) =>
  typeof value === 'number' ? value + 1 : value.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
