import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { makeLedger } from './ledger.ts'

const holding = (amount: bigint) => async () => amount

describe('the ledger', () => {
  it('promises no more than is held, whatever is asked at the same moment', async () => {
    const ledger = makeLedger()
    const asked = Array.from({ length: 200 }, (_, index) => ledger.promise('usdc', `order-${index}`, 1n, holding(100n)))
    const made = (await Promise.all(asked)).filter(({ isPromised }) => isPromised)
    expect([made.length, ledger.promised('usdc')]).toEqual([100, 100n])
  })

  it('replaces the promise under a key instead of adding to it', async () => {
    const ledger = makeLedger()
    await ledger.promise('usdc', 'order', 60n, holding(100n))
    expect(await ledger.promise('usdc', 'order', 90n, holding(100n))).toEqual({ isPromised: true, free: 100n })
    expect(ledger.promised('usdc')).toBe(90n)
  })

  it('keeps tokens apart, and gives back what is released', async () => {
    const ledger = makeLedger()
    await ledger.promise('usdc', 'one', 100n, holding(100n))
    expect((await ledger.promise('dai', 'two', 100n, holding(100n))).isPromised).toBe(true)
    expect((await ledger.promise('usdc', 'two', 1n, holding(100n))).isPromised).toBe(false)
    ledger.release('usdc', 'one')
    expect((await ledger.promise('usdc', 'two', 1n, holding(100n))).isPromised).toBe(true)
  })

  it('goes on after a balance that could not be read', async () => {
    const ledger = makeLedger()
    const broken = ledger.promise('usdc', 'one', 1n, () => Promise.reject(new Error('no answer')))
    await expect(broken).rejects.toThrow('no answer')
    expect((await ledger.promise('usdc', 'two', 1n, holding(1n))).isPromised).toBe(true)
  })

  it('never promises the money of a payment that is mined while the balance is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ amount: fc.bigInt(1n, 60n), pays: fc.boolean() })), async (steps) => {
        const ledger = makeLedger()
        let held = 100n
        const open = new Map<string, bigint>()
        for (const [index, { amount, pays }] of steps.entries()) {
          const [payingKey, paid] = [...open][0] ?? []
          const readHeld = async () => {
            const before = held
            // The oldest payment is mined between the node's reading and its answer.
            if (pays && payingKey !== undefined && paid !== undefined) {
              held -= paid
              open.delete(payingKey)
              ledger.release('usdc', payingKey)
            }
            return before
          }
          const { isPromised } = await ledger.promise('usdc', `order-${index}`, amount, readHeld)
          if (isPromised) open.set(`order-${index}`, amount)
          const owed = [...open.values()].reduce((sum, one) => sum + one, 0n)
          expect(owed <= held).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
