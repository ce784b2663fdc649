import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { getAddress } from 'viem'
import {
  addressCodec,
  addressSchema,
  amountCodec,
  amountSchema,
  assetIdSchema,
  dateTimeSchema,
  hashCodec,
  keySignatureSchema,
  MAX_AMOUNT,
  quantitySchema,
  secretSchema,
  unixSecondsSchema,
  userIdSchema,
} from './scalars.ts'
import type { z } from './zod.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('amountSchema', () => {
  it.each(['1', '25000000', String(MAX_AMOUNT)])('accepts %s', (text) => {
    expect(accepts(amountSchema, text)).toBe(true)
  })

  it.each([
    ['zero', '0'],
    ['a negative number', '-1'],
    ['a float', '1.5'],
    ['an exponent', '1e6'],
    ['a leading zero', '01'],
    ['a plus sign', '+1'],
    ['hex', '0x10'],
    ['spaces', ' 1'],
    ['nothing', ''],
    ['a number', 1],
    ['more than uint128', String(MAX_AMOUNT + 1n)],
    ['a very long number', '9'.repeat(5000)],
  ])('refuses %s', (_name, value) => {
    expect(accepts(amountSchema, value)).toBe(false)
  })

  it('keeps every amount as it is through the codec', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_AMOUNT }), (amount) => {
        expect(amountCodec.decode(amountCodec.encode(amount))).toBe(amount)
      }),
    )
  })
})

describe('quantitySchema', () => {
  it.each([
    ['0', true],
    [String(2n ** 256n - 1n), true],
    [String(2n ** 256n), false],
    ['9'.repeat(78), false],
  ])('%s: %s', (text, expected) => {
    expect(accepts(quantitySchema, text)).toBe(expected)
  })
})

describe('keySignatureSchema', () => {
  const ending = (last: string) => `0x${'ab'.repeat(64)}${last}`

  it.each(['1b', '1C', '00', '01'])('takes a recovery byte of %s', (last) => {
    expect(accepts(keySignatureSchema, ending(last))).toBe(true)
  })

  it.each([
    ['nothing', '0x'],
    ['64 bytes', ending('')],
    ['66 bytes', ending('1b00')],
    ['another recovery byte', ending('1d')],
  ])('refuses %s', (_name, text) => {
    expect(accepts(keySignatureSchema, text)).toBe(false)
  })
})

describe('addressSchema', () => {
  const lower = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

  it.each([
    ['lower case', lower],
    ['upper case', `0x${lower.slice(2).toUpperCase()}`],
    ['a right checksum', getAddress(lower)],
  ])('accepts %s and reads it as checksummed', (_name, text) => {
    expect(addressCodec.decode(text)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  })

  it('refuses a wrong checksum and says so', () => {
    const result = addressSchema.safeParse('0x70997970C51812dc3A010C7d01b50e0d17dc79c8')
    expect(result.error?.issues[0]?.message).toBe('address checksum is wrong (EIP-55)')
  })

  it.each(['0x', '70997970c51812dc3a010c7d01b50e0d17dc79c8', `${lower}00`, 'vitalik.eth'])('refuses %s', (text) => {
    expect(accepts(addressSchema, text)).toBe(false)
  })

  it('refuses a flipped letter of any checksummed address with a letter', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), (bytes, index) => {
        const digits = getAddress(`0x${Buffer.from(bytes).toString('hex')}`).slice(2)
        const letter = digits.charAt(index)
        const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        const changed = digits.slice(0, index) + flipped + digits.slice(index + 1)
        const isUniform = changed === changed.toLowerCase() || changed === changed.toUpperCase()
        expect(accepts(addressSchema, `0x${changed}`)).toBe(changed === digits || isUniform)
      }),
    )
  })
})

describe('secretSchema', () => {
  it('never repeats the input in its message', () => {
    const almost = `0x${'5e'.repeat(31)}`
    const { error } = secretSchema.safeParse(almost)
    expect(JSON.stringify(error?.issues)).not.toContain('5e5e')
  })
})

describe('hashCodec', () => {
  it('reads upper-case digits as lower case', () => {
    expect(hashCodec.decode(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  })
})

describe('the other scalars', () => {
  it.each([
    ['asset', assetIdSchema, 'devnet_a:usdc', 'USDC'],
    ['asset with an upper-case symbol', assetIdSchema, 'base:usdc.e', 'base:USDC'],
    ['user', userIdSchema, 'Zoë 42', ''],
    ['user with a control character', userIdSchema, 'a'.repeat(128), 'a\u0000'],
    ['user that is too long', userIdSchema, '用户', 'a'.repeat(129)],
    ['date-time', dateTimeSchema, '2026-11-21T12:00:00Z', '2026-11-21'],
    ['unix seconds', unixSecondsSchema, 1_795_348_800, 1.5],
  ])('%s: accepts a good value and refuses a bad one', (_name, schema, good, bad) => {
    expect([accepts(schema, good), accepts(schema, bad)]).toEqual([true, false])
  })
})
