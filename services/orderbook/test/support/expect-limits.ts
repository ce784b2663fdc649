import { expect } from '@jest/globals'
import type { RouteWire } from '@tandem/contracts'
import { errorOf } from './api.ts'
import type { TestOrderbook } from './orderbook.ts'

/** Expects the limits of a route to be exactly the amounts that are quoted, on either side. */
export async function expectExactLimits(
  book: TestOrderbook,
  { source, destination, limits }: RouteWire,
): Promise<void> {
  const answer = (amount: Record<string, string>) => {
    const query = new URLSearchParams({ source_asset: source, destination_asset: destination, ...amount })
    return book.api.get(`/quotes/indicative?${query}`)
  }
  const sides = [
    ['source_amount', limits.min_source_amount, limits.max_source_amount],
    ['destination_amount', limits.min_destination_amount, limits.max_destination_amount],
  ] as const
  for (const [side, least, most] of sides) {
    for (const amount of [least, most]) {
      expect([source, destination, side, amount, (await answer({ [side]: amount })).status]).toContain(200)
    }
    for (const amount of [BigInt(least) - 1n, BigInt(most) + 1n]) {
      expect(errorOf(await answer({ [side]: String(amount) })).code).toBe('AMOUNT_OUT_OF_BOUNDS')
    }
  }
}
