import { type Address, checksumAddress, type Hex, isAddress } from 'viem'
import type { InProgram } from './fields.ts'
import { z } from './zod.ts'

/** The largest amount of an escrow, 2^128 - 1, because the contract's field is a `uint128`. */
export const MAX_AMOUNT = 2n ** 128n - 1n

/** Matches 32 bytes in hex. Both cases are accepted, and read as lower case. */
const bytes32Pattern = /^0x[0-9a-fA-F]{64}$/

/** A positive token amount in base units: decimal digits, no sign, no point, no leading zero, at most 2^128 - 1. */
export const amountSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,38}$/, 'must be a positive whole number of base units, as a decimal string')
  .refine((text) => !/^[1-9][0-9]{0,38}$/.test(text) || BigInt(text) <= MAX_AMOUNT, 'must be at most 2^128 - 1')
  .openapi({
    description: 'Amount in base units, as a decimal string.',
    example: '25000000',
  }) as z.ZodString & InProgram<bigint>

/** The largest `uint256`. */
const maxQuantity = 2n ** 256n - 1n

/**
 * A fee or a balance: like {@link amountSchema}, but it may be zero, and may be as large as a
 * `uint256`.
 */
export const quantitySchema = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a whole number of base units, as a decimal string')
  .refine((text) => !/^[1-9][0-9]{77}$/.test(text) || BigInt(text) <= maxQuantity, 'must be at most 2^256 - 1')
  .openapi({
    description: 'Quantity in base units, as a decimal string.',
    example: '0',
  }) as z.ZodString & InProgram<bigint>

/** A decimal number as text, such as a price. It is never parsed to a float where money is computed. */
export const decimalSchema = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,37})(\.[0-9]{1,18})?$/, 'must be a plain decimal number')
  .openapi({ description: 'Decimal number as a string.', example: '1.0002' })

/** An EVM address. All lower case, all upper case, or with a right EIP-55 checksum; a wrong checksum is refused. */
export const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
  .refine((text) => !/^0x[0-9a-fA-F]{40}$/.test(text) || hasRightChecksum(text), 'address checksum is wrong (EIP-55)')
  .openapi({
    description: 'EVM address, EIP-55 checksummed.',
    example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  }) as z.ZodString & InProgram<Address>

function hasRightChecksum(text: string): boolean {
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return isAddress(text, { strict: true })
}

/** Turns {@link addressSchema} of the wire into a checksummed viem `Address`, and back. */
export const addressCodec = z.codec(addressSchema, z.custom<Address>(), {
  decode: (text) => checksumAddress(`0x${text.slice(2).toLowerCase()}`),
  encode: (address) => address,
})

/** Turns {@link amountSchema} of the wire into a `bigint`, and back. */
export const amountCodec = z.codec(amountSchema, z.bigint(), {
  decode: BigInt,
  encode: String,
})

/** Turns {@link quantitySchema} of the wire into a `bigint`, and back. */
export const quantityCodec = z.codec(quantitySchema, z.bigint(), {
  decode: BigInt,
  encode: String,
})

/** 32 bytes as hex: a block hash, a transaction hash, a commitment hash. */
export const hashSchema = z.string().regex(bytes32Pattern, 'must be 32 bytes as 0x-prefixed hex').openapi({
  description: '32 bytes, 0x-prefixed lower-case hex.',
  example: '0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}) as z.ZodString & InProgram<Hex>

/** Turns {@link hashSchema} of the wire into lower-case `Hex`, and back. */
export const hashCodec = z.codec(hashSchema, z.custom<Hex>(), {
  decode: (text) => text.toLowerCase() as Hex,
  encode: (hash) => hash,
})

/** The 32-byte swap secret. The error message never repeats the input. */
export const secretSchema = z.string().regex(bytes32Pattern, 'must be the 32-byte secret as 0x-prefixed hex').openapi({
  description: 'The 32-byte secret, 0x-prefixed hex. Never logged, never echoed.',
  format: 'password',
})

/** Any bytes as hex: a signature, calldata. */
export const bytesSchema = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be bytes as 0x-prefixed hex')
  .max(20_000, 'must be at most 9,999 bytes')
  .openapi({ description: 'Bytes, 0x-prefixed hex.' })

/** An EIP-712 signature by a private key, of 65 bytes. */
export const signatureSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{130}$/, 'must be a signature of 65 bytes')
  .openapi({ description: 'EIP-712 signature, 65 bytes.' })

/**
 * The EIP-712 signature of a key for a contract that takes `v`, `r` and `s`, as EIP-2612 does. A
 * contract account cannot make one. The short form of EIP-2098 has no `v`, and is refused.
 */
export const keySignatureSchema = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{128}(00|01|1[bBcC])$/,
    'must be a signature of 65 bytes: r, s, and a recovery byte of 27 or 28 (1b or 1c; 00 and 01 mean the same)',
  )
  .openapi({ description: 'EIP-712 signature of a key: `r`, `s` and `v`, 65 bytes.' })

/** An EIP-155 chain id. */
export const chainIdSchema = z
  .int()
  .min(1)
  .max(2 ** 53 - 1)

/** An instant, ISO 8601 in UTC. */
export const dateTimeSchema = z.iso
  .datetime({
    error: 'must be an ISO 8601 date-time in UTC, such as 2026-11-21T12:00:00Z',
  })
  .max(40)
  .openapi({
    description: 'ISO 8601 date-time in UTC.',
    example: '2026-11-21T12:00:00.000Z',
  }) as z.ZodISODateTime & InProgram<Date>

/** Unix time in whole seconds. */
export const unixSecondsSchema = z
  .int()
  .min(0)
  .max(2 ** 40 - 1, 'must fit 40 bits')
  .openapi({ description: 'Unix time in seconds.', example: 1795348800 })

/** A page on the web. Applications link to it, so a scheme that runs code in the linking page, such as `javascript:`, is refused. */
export const webUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
  .openapi({ description: 'A URL of `https` or `http`.' })

/** A chain's name in the network file: `ethereum`, `avalanche`, `devnet_a`. */
export const chainNameSchema = z
  .string()
  .regex(/^[a-z0-9_]{1,32}$/, 'must be a chain name: lower-case letters, digits and underscores')
  .openapi({
    description: 'Chain name; see `GET /chains`.',
    example: 'devnet_a',
  })

/** An asset's identifier: chain name, colon, token symbol in lower case. */
export const assetIdSchema = z
  .string()
  .regex(/^[a-z0-9_]{1,32}:[a-z0-9._-]{1,32}$/, 'must be an asset: chain name, colon, token symbol, in lower case')
  .openapi({
    description: 'Asset identifier, `chain:symbol`; see `GET /assets`.',
    example: 'devnet_a:usdc',
  })

const userIdProblem = 'must be 1 to 128 printable characters'

/** The caller's own name for its user: 1 to 128 printable characters, of which each may be two UTF-16 units. */
export const userIdSchema = z
  .string()
  .max(256, { error: userIdProblem, abort: true })
  .refine((text) => /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(text), userIdProblem)
  .openapi({
    description: "The caller's own identifier of the user: 1 to 128 printable characters.",
    example: 'user-42',
    // The OpenAPI document has no pattern here, because not every language knows Unicode classes in an expression.
    minLength: 1,
    maxLength: 128,
  })

/** An order's identifier: UUID version 7, so that identifiers sort by time. */
export const orderIdSchema = z.uuid({ error: 'must be an order identifier (a UUID)' }).openapi({
  description: 'Order identifier.',
  example: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11',
})

/** A quote's identifier. */
export const quoteIdSchema = z.uuid({ error: 'must be a quote identifier (a UUID)' }).openapi({
  description: 'Quote identifier, consumed exactly once.',
  example: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
})
