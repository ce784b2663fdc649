import { describe, expect, it } from '@jest/globals'
import { createOrderCodec, createOrderSchema } from './order.ts'

const body = {
  user_id: 'user-42',
  quote_id: '7B1C1F3E-52D7-4E9F-8A63-0F6F3F5E2A10',
  source: { asset: 'devnet_a:usdc', recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', amount: '25000000' },
  destination: { asset: 'devnet_b:usdc', recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', amount: '24975000' },
  commitment_hash: `0x${'AB'.repeat(32)}`,
}

describe('createOrderCodec', () => {
  it('reads amounts as bigint, addresses as checksummed, identifiers and hashes as lower case', () => {
    const order = createOrderCodec.decode(body)
    expect(order).toEqual({
      userId: 'user-42',
      quoteId: body.quote_id.toLowerCase(),
      source: { asset: 'devnet_a:usdc', recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 25_000_000n },
      destination: {
        asset: 'devnet_b:usdc',
        recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        amount: 24_975_000n,
      },
      commitmentHash: `0x${'ab'.repeat(32)}`,
    })
    expect(createOrderCodec.decode(createOrderCodec.encode(order))).toEqual(order)
  })

  it.each(['user_id', 'quote_id', 'source', 'destination', 'commitment_hash'])('needs %s', (field) => {
    const { [field as keyof typeof body]: _, ...rest } = body
    expect(createOrderSchema.safeParse(rest).error?.issues[0]?.path).toEqual([field])
  })

  it('refuses a field that it does not know, so that a misspelt one is not lost', () => {
    expect(createOrderSchema.safeParse({ ...body, cancel_after: 1 }).success).toBe(false)
  })
})
