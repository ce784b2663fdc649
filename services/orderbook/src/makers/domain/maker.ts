import type { Address } from 'viem'

/**
 * A party that answers requests for quotes: a signing key, an endpoint, and a settlement address on each chain it
 * trades on.
 */
export type Maker = {
  readonly makerId: string
  readonly name: string
  /** The key that signs its quotes. */
  readonly signer: Address
  readonly endpoint: string
  /** Shared with the maker: signs what this service sends it. */
  readonly secret: string
  /** By chain name. */
  readonly addresses: Readonly<Record<string, Address>>
  /** Routes as `source>destination`; null: every route between its chains. */
  readonly routes: readonly string[] | null
}

/** Whether a maker trades on a route: both escrow chains, and the route where it names routes. */
export function tradesOn(
  maker: Maker,
  route: { source: string; destination: string; sourceChain: string; escrowChain: string },
): boolean {
  const { addresses, routes } = maker
  if (addresses[route.sourceChain] === undefined || addresses[route.escrowChain] === undefined) return false
  return routes === null || routes.includes(`${route.source}>${route.destination}`)
}
