/**
 * When an event of an escrow, here called a fact, counts on a chain. It counts when it has this
 * number of confirmations, which is greater for orders that are worth certain amounts in US
 * dollars. With a finality tag, it counts when its block is not above the block that has the tag.
 */
export interface FinalityRules {
  readonly confirmations: number
  readonly confirmation_steps: readonly { readonly from_usd: number; readonly confirmations: number }[]
  readonly finality_tag: 'safe' | 'finalized' | null
}

/** The depth at which a fact counts. `confirmations` includes the fact's own block. */
export type ConfirmationDepth =
  | { readonly confirmations: number; readonly tag: null }
  | { readonly confirmations: null; readonly tag: 'safe' | 'finalized' }

/**
 * The depth at which the facts of an order count.
 *
 * @param valueUsd the order's worth. `undefined` counts as more than any step.
 */
export function confirmationDepth(rules: FinalityRules, valueUsd: number | undefined): ConfirmationDepth {
  if (rules.finality_tag !== null) return { confirmations: null, tag: rules.finality_tag }
  const reached = rules.confirmation_steps.filter(({ from_usd }) => valueUsd === undefined || valueUsd >= from_usd)
  return { confirmations: Math.max(rules.confirmations, ...reached.map((step) => step.confirmations)), tag: null }
}

/** The highest block whose facts count, for a given head. */
export function lastCountedBlock(
  depth: ConfirmationDepth,
  blocks: { readonly head: bigint; readonly tagged: bigint | undefined },
): bigint {
  if (depth.tag === null) return blocks.head - BigInt(depth.confirmations) + 1n
  const tagged = blocks.tagged ?? -1n
  return tagged < blocks.head ? tagged : blocks.head
}

/** The value of an amount in US dollars, with six decimals, rounded down. */
export function usdValue(amount: bigint, decimals: number, price: string): string {
  const millionths = usdMillionths(amount, decimals, price)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

function usdMillionths(amount: bigint, decimals: number, price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  const scaledPrice = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
  return (amount * scaledPrice * 1_000_000n) / 10n ** BigInt(decimals + 18)
}

/** An asset, with what an order in it may be worth. */
export interface PricedAsset {
  readonly asset: string
  readonly decimals: number
  /** The highest price per token that the operator expects, in US dollars. */
  readonly usd_price_ceiling: string | null
}

export type PricedOrder = {
  readonly [Side in 'source_intent' | 'destination_intent']: { readonly asset: string; readonly amount: string }
}

/** What an order is worth at the operator's price ceilings, by its dearer side. `undefined` when a ceiling is missing. */
export function highestWorthUsd(assets: readonly PricedAsset[], order: PricedOrder): number | undefined {
  const worths = [order.source_intent, order.destination_intent].map(({ asset: name, amount }) => {
    const asset = assets.find((one) => one.asset === name)
    if (asset?.usd_price_ceiling == null) return undefined
    return Number(usdMillionths(BigInt(amount), asset.decimals, asset.usd_price_ceiling)) / 1e6
  })
  return worths.reduce((most, worth) => (most === undefined || worth === undefined ? undefined : Math.max(most, worth)))
}
