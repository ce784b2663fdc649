import { describe, expect, it } from '@jest/globals'
import { primeNetwork } from '../../test/support/prime-config.ts'
import type { WaitingOrder } from './domain/waiting.ts'
import { requireWaitable } from './waiting-order.ts'

const now = 1_900_000_000
const [source, destination] = primeNetwork().chains
if (source === undefined || destination === undefined) throw new Error('the network has two chains')
const order: WaitingOrder = {
  status: 'source_initiated',
  isPaid: true,
  initiateBy: null,
  fillBy: now + 900,
  cancelAfter: now + 3_600,
  rules: { source, destination, minMarginSecs: 1_801, worthUsd: 1 },
}
const hopUntil = (deadline: number) => ({ hop: { route: { deadline } } }) as Parameters<typeof requireWaitable>[1]
/** Until when a hop payload must hold: the last moment of a fill, its depth on the destination, and the time of a claim. */
const neededUntil = now + 900 + 4 + 131

describe('whether a claim may wait', () => {
  it('it may while its order can be filled', () => {
    expect(() => requireWaitable(order, { hop: null }, now + 899)).not.toThrow()
  })

  it('it may not once no market maker fills its order any more', () => {
    expect(() => requireWaitable(order, { hop: null }, now + 900)).toThrow(
      expect.objectContaining({ code: 'TOO_LATE' }),
    )
  })

  it('it may with a hop payload that outlives the latest fill, and not with one that ends a second earlier', () => {
    expect(() => requireWaitable(order, hopUntil(neededUntil), now)).not.toThrow()
    expect(() => requireWaitable(order, hopUntil(neededUntil - 1), now)).toThrow(
      expect.objectContaining({
        code: 'HOP_EXPIRED',
        details: { deadline: neededUntil - 1, needed_until: neededUntil },
      }),
    )
  })
})
