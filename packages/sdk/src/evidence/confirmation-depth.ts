import type { Order } from '../client/types.ts'
import type { KnownNetwork, VerifiedChain } from '../verify-order.ts'
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
 * The most that an order is worth in US dollars, by the price ceiling that the pinned network sets on its source asset.
 * `undefined` where the network sets no ceiling: then the order counts as more than any step.
 */
export function pinnedValueUsd(order: Order, { assets }: KnownNetwork): number | undefined {
  const { asset, amount } = order.source_intent
  const pinned = assets.find((one) => one.asset === asset)
  if (pinned?.usd_price_ceiling == null || pinned.decimals === undefined) return undefined
  // Rounded up to whole dollars; a number is only compared with a step here, and moves no money.
  const [whole = '0', fraction = ''] = pinned.usd_price_ceiling.split('.')
  const price = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
  const scale = 10n ** BigInt(pinned.decimals + 18)
  return Number((BigInt(amount) * price + scale - 1n) / scale)
}
