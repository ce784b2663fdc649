import type { Order } from '../client/types.ts'
import type { KnownNetwork, VerifiedChain } from '../known-network.ts'
import { evidenceRequired } from './evidence-options.ts'

/** When a fact of a chain counts: so many blocks deep, its own among them; or at the block that bears the tag. */
export interface Depth {
  confirmations: number
  tag: 'safe' | 'finalized' | null
}

/**
 * How deep an escrow must stand before a secret is revealed for it, by the pinned network and the swap's worth.
 *
 * @param valueUsd US dollars; `undefined` when it is not known, which counts as more than any step.
 * @throws TandemError `EVIDENCE_REQUIRED` when the pinned chain does not say how deep.
 */
export function confirmationDepth(chain: VerifiedChain, valueUsd: number | undefined): Depth {
  const { confirmations, confirmation_steps: steps = [], finality_tag: tag = null } = chain
  if (confirmations === undefined) throw evidenceRequired(`the number of confirmations of ${chain.chain}`)
  const reached = steps.filter(({ from_usd }) => valueUsd === undefined || valueUsd >= from_usd)
  return { confirmations: Math.max(confirmations, ...reached.map((step) => step.confirmations)), tag: tag ?? null }
}

/**
 * The worth by which it is decided how deep the escrows of an order must stand, and how long that takes: the dearer of its
 * sides at the price ceilings of the pinned network. It is `highestWorthUsd` of the contracts, by which the services and the
 * solver count: an order whose source looks cheap is as deep as its destination is dear.
 *
 * @returns US dollars; `undefined` where an asset has no ceiling, which counts as more than any step.
 */
export function highestWorthUsd(order: Order, { assets }: Pick<KnownNetwork, 'assets'>): number | undefined {
  const worths = [order.source_intent, order.destination_intent].map(({ asset, amount }) => {
    const pinned = assets.find((one) => one.asset === asset)
    if (pinned?.usd_price_ceiling == null || pinned.decimals === undefined) return Number.NaN
    const [whole = '0', fraction = ''] = pinned.usd_price_ceiling.split('.')
    const price = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
    // It is only compared with the steps of a chain, which are whole dollars: what is cut off changes nothing.
    return Number((BigInt(amount) * price) / 10n ** BigInt(pinned.decimals + 12)) / 1_000_000
  })
  const most = Math.max(...worths)
  return Number.isNaN(most) ? undefined : most
}
