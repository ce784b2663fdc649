import type { Address } from 'viem'

export type Maker = {
  readonly makerId: string
  readonly name: string
  readonly signer: Address
  readonly endpoint: string
  /** Signs our requests. */
  readonly secret: string
  /** By chain. */
  readonly addresses: Readonly<Record<string, Address>>
  /** As `source>destination`; null: every route. */
  readonly routes: readonly string[] | null
  /** It gets no new order. Its older ones still bind it, and it is asked to give their money back. */
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
