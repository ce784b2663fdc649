import type { Address } from 'viem'

export type Maker = {
  readonly makerId: string
  readonly name: string
  readonly signer: Address
  readonly endpoint: string
  /** The key with which the orderbook signs its requests to the maker. */
  readonly secret: string
  /** The maker's address on each of its chains. */
  readonly addresses: Readonly<Record<string, Address>>
  /** The routes that the maker trades on, as `source>destination`. Null means every route. */
  readonly routes: readonly string[] | null
  /**
   * A suspended maker gets no new orders. The orders that it has accepted still bind it, and it is still asked to
   * consent to early refunds.
   */
  readonly isSuspended: boolean
}

export function tradesOn(
  maker: Maker,
  route: { source: string; destination: string; sourceChain: string; escrowChain: string },
): boolean {
  const { addresses, routes, isSuspended } = maker
  if (isSuspended || addresses[route.sourceChain] === undefined || addresses[route.escrowChain] === undefined)
    return false
  return routes === null || routes.includes(`${route.source}>${route.destination}`)
}
