import { describe, expect, it } from '@jest/globals'
import { encodeFields, type Fields, fieldName } from './fields.ts'
import { addressSchema, amountSchema, dateTimeSchema, quantitySchema } from './scalars.ts'
import { z } from './zod.ts'

const schema = z.object({
  source_amount: amountSchema,
  l1_hop: z.boolean(),
  hop_fee: quantitySchema.nullable().openapi({ description: 'A fee.' }),
  payee: addressSchema,
  expires_at: dateTimeSchema.nullable().default(null),
  signed: z.object({ maker_id: z.string() }).nullable(),
})

const value: Fields<typeof schema> = {
  sourceAmount: 25_000_000n,
  l1Hop: false,
  hopFee: null,
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  expiresAt: new Date('2026-11-29T12:00:00Z'),
  signed: { maker_id: 'one' },
}

describe('encodeFields', () => {
  it('writes amounts as decimal strings, times as ISO 8601, and the rest as it is, in the order of the schema', () => {
    const wire = encodeFields(schema, value, {})
    expect(wire).toEqual({
      source_amount: '25000000',
      l1_hop: false,
      hop_fee: null,
      payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      expires_at: '2026-11-29T12:00:00.000Z',
      signed: { maker_id: 'one' },
    })
    expect(Object.keys(wire)).toEqual(Object.keys(schema.shape))
    expect(schema.parse(wire)).toEqual(wire)
  })

  it('takes what the value lacks, or has in another form, from the others', () => {
    const { hopFee: _fee, ...less } = { ...value, signed: 'in another form' }
    const wire = encodeFields(schema, less, { hopFee: 7n, signed: null })
    expect(wire).toMatchObject({ hop_fee: '7', signed: null, source_amount: '25000000' })
  })

  it('leaves out what the schema does not name', () => {
    const more = { ...value, clientHash: 'secret' }
    expect(encodeFields(schema, more, {})).not.toHaveProperty('client_hash')
  })
})

describe('fieldName', () => {
  it.each([
    ['fee_bips', 'feeBips'],
    ['l1_hop', 'l1Hop'],
    ['create_tx_hash', 'createTxHash'],
    ['asset', 'asset'],
  ])('of %s is %s', (name, field) => {
    expect(fieldName(name)).toBe(field)
  })
})
