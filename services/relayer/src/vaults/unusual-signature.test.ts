import { describe, expect, it } from '@jest/globals'
import type { Hex } from 'viem'
import { unusualForm } from './unusual-signature.ts'

const ending = (last: string): Hex => `0x${'ab'.repeat(64)}${last}`

describe('unusualForm', () => {
  it.each<[string, Hex, string | RegExp]>([
    ['a signature of a key', ending('1b'), /^$/],
    ['the other parity, in capital letters', `0x${ending('1C').slice(2).toUpperCase()}`, /^$/],
    ['a recovery byte of 0', ending('00'), 'must end with 27'],
    ['a recovery byte of 1', ending('01'), 'must end with 28'],
    ['another recovery byte', ending('25'), 'a recovery byte of 37, and must end with 27 or 28'],
    ['the short form of EIP-2098', ending(''), '64 bytes (EIP-2098)'],
    ['nothing', '0x', 'it has 0 bytes'],
    ['a byte too many', ending('1b00'), 'it has 66 bytes'],
  ])('of %s', (_what, signature, expected) => {
    expect(unusualForm(signature)).toEqual(typeof expected === 'string' ? expect.stringContaining(expected) : '')
  })
})
