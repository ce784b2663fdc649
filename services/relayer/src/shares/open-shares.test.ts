import { describe, expect, it } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import fc from 'fast-check'
import { split } from 'shamir-secret-sharing'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { openShares } from './open-shares.ts'

describe('openShares', () => {
  const dealt = fc
    .record({
      secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      threshold: fc.integer({ min: 2, max: 5 }),
      more: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ secret, threshold, more }) => ({ secret: bytesToHex(secret), threshold, count: threshold + more }))
  const sharesOf = async ({ secret, count, threshold }: { secret: Hex; count: number; threshold: number }) =>
    (await split(hexToBytes(secret), count, threshold)).map((share) => bytesToHex(share))

  it('takes any shares from the threshold up, and no fewer', async () => {
    await fc.assert(
      fc.asyncProperty(dealt, fc.nat(), async (one, from) => {
        const shares = await sharesOf(one)
        const turned = [...shares.slice(from % shares.length), ...shares.slice(0, from % shares.length)]
        const commitment = hashSecret(one.secret)
        expect(await openShares(turned.slice(0, one.threshold), commitment)).toBe(one.secret)
        expect(await openShares(turned, commitment)).toBe(one.secret)
        expect(await openShares(turned.slice(0, one.threshold - 1), commitment)).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })

  it('finds nothing in one share twice, in shares of another secret, and in those of a dealer that lied', async () => {
    const secret: Hex = `0x${'5e'.repeat(32)}`
    const [first, second] = (await sharesOf({ secret, count: 3, threshold: 2 })) as [Hex, Hex]
    expect(await openShares([first, first], hashSecret(secret))).toBeUndefined()
    expect(await openShares([first, second], hashSecret(`0x${'5f'.repeat(32)}`))).toBeUndefined()
    expect(await openShares([first, `0x${'00'.repeat(32)}${first.slice(-2)}`], hashSecret(secret))).toBeUndefined()
  })
})
