import { describe, expect, it } from '@jest/globals'
import { hashSecret } from './hash-secret.ts'

describe('hashSecret', () => {
  it('is SHA-256 of the 32 bytes, in lower case', () => {
    expect(hashSecret(`0x${'00'.repeat(32)}`)).toBe(
      '0x66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    )
  })

  it.each([
    ['31 bytes', `0x${'5e'.repeat(31)}`],
    ['33 bytes', `0x${'5e'.repeat(33)}`],
    ['no prefix', '5e'.repeat(33)],
    ['no hex', `0x${'zz'.repeat(32)}`],
  ])('refuses %s without repeating it', (_name, secret) => {
    expect(() => hashSecret(secret as `0x${string}`)).toThrow('a secret is 32 bytes of 0x-prefixed hex')
  })
})
