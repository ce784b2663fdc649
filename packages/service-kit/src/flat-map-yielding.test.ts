import { describe, expect, it } from '@jest/globals'
import { flatMapYielding } from './flat-map-yielding.ts'

describe('flatMapYielding', () => {
  it('keeps the order, and lets the event loop turn between', async () => {
    const numbers = Array.from({ length: 450 }, (_, index) => index)
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const found = await flatMapYielding(numbers, (n) => (n % 2 === 0 ? [n, -n] : []))
    isDone = true
    expect(found).toEqual(numbers.filter((n) => n % 2 === 0).flatMap((n) => [n, -n]))
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('rejects with what the work throws', async () => {
    const failing = flatMapYielding([1], () => {
      throw new Error('bad')
    })
    await expect(failing).rejects.toThrow('bad')
  })
})
