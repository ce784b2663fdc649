import type { Intent, Order } from '../client/types.ts'
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
 * The most that an order is worth in US dollars, by the price ceiling that the pinned network sets on its source asset.
 * `undefined` where the network sets no ceiling: then the order counts as more than any step.
 */
export function pinnedValueUsd(order: Order, { assets }: KnownNetwork): number | undefined {
  const worth = ceilingWorth(order.source_intent, assets)
  // Rounded up to whole dollars.
  return worth && Number((worth.scaled + worth.scale - 1n) / worth.scale)
}

/**
 * The worth by which the times of an order are made: the dearer of its sides at the ceilings of the pinned network, as
 * the services and the solver count it. It says how long confirmations take, and never that they suffice.
 *
 * @returns US dollars; `undefined` where an asset has no ceiling, which counts as more than any step.
 */
export function highestWorthUsd(order: Order, { assets }: Pick<KnownNetwork, 'assets'>): number | undefined {
  const worths = [order.source_intent, order.destination_intent].map((intent) => {
    const worth = ceilingWorth(intent, assets)
    return worth && Number((worth.scaled * 1_000_000n) / worth.scale) / 1_000_000
  })
  return worths.reduce((most, worth) => (most === undefined || worth === undefined ? undefined : Math.max(most, worth)))
}

/**
 * The worth of one side at its asset's pinned price ceiling: `scaled / scale` US dollars. It is only compared with the steps
 * of a chain, and moves no money.
 */
function ceilingWorth(
  { asset, amount }: Pick<Intent, 'asset' | 'amount'>,
  assets: KnownNetwork['assets'],
): { scaled: bigint; scale: bigint } | undefined {
  const pinned = assets.find((one) => one.asset === asset)
  if (pinned?.usd_price_ceiling == null || pinned.decimals === undefined) return undefined
  const [whole = '0', fraction = ''] = pinned.usd_price_ceiling.split('.')
  const price = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
  return { scaled: BigInt(amount) * price, scale: 10n ** BigInt(pinned.decimals + 18) }
}
