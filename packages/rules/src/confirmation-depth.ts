/** The properties of a chain that decide when a fact counts. */
export interface FinalityRules {
  readonly confirmations: number
  readonly confirmation_steps: readonly { readonly from_usd: number; readonly confirmations: number }[]
  readonly finality_tag: 'safe' | 'finalized' | null
}

/** When a fact counts: so many blocks deep, the including one among them; or below the block that bears the tag. */
export type ConfirmationDepth =
  | { readonly confirmations: number; readonly tag: null }
  | { readonly confirmations: null; readonly tag: 'safe' | 'finalized' }

/**
 * When a fact of an order of this worth counts on a chain. The orderbook, the relayer, the solver and the SDK ask
 * this one function, so that none acts on a fact that another still doubts.
 *
 * @param valueUsd US dollars; `undefined` when it is not known, which counts as more than any step.
 */
export function confirmationDepth(rules: FinalityRules, valueUsd: number | undefined): ConfirmationDepth {
  if (rules.finality_tag !== null) return { confirmations: null, tag: rules.finality_tag }
  const reached = rules.confirmation_steps.filter(({ from_usd }) => valueUsd === undefined || valueUsd >= from_usd)
  return { confirmations: Math.max(rules.confirmations, ...reached.map((step) => step.confirmations)), tag: null }
}

/** The highest block whose facts count. `tagged` is the block that bears the chain's tag, where it has one. */
export function lastCountedBlock(
  depth: ConfirmationDepth,
  blocks: { readonly head: bigint; readonly tagged: bigint | undefined },
): bigint {
  if (depth.tag === null) return blocks.head - BigInt(depth.confirmations) + 1n
  const tagged = blocks.tagged ?? -1n
  return tagged < blocks.head ? tagged : blocks.head
}

/** US dollars of an amount at a price per whole token, with six decimals, rounded down. Money is never a float. */
export function usdValue(amount: bigint, decimals: number, price: string): string {
  const millionths = usdMillionths(amount, decimals, price)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

function usdMillionths(amount: bigint, decimals: number, price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  const scaledPrice = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
  return (amount * scaledPrice * 1_000_000n) / 10n ** BigInt(decimals + 18)
}

/** An asset of the network file, as far as the worth of an order needs it. */
export interface PricedAsset {
  readonly asset: string
  readonly decimals: number
  /** US dollars per whole token that the operator does not expect to be exceeded. */
  readonly usd_price_ceiling: string | null
}

/** The parts of an order that its worth depends on: amounts that both vaults are checked to hold, never a price that it names. */
export type PricedOrder = {
  readonly [Side in 'source_intent' | 'destination_intent']: { readonly asset: string; readonly amount: string }
}

/**
 * The most that an order can be worth, in US dollars: the dearer of its two sides at the operator's own price ceilings.
 * It decides how deep the order's facts must stand.
 *
 * @returns `undefined` when an asset is not listed or has no ceiling, which counts as more than any step.
 */
export function highestWorthUsd(assets: readonly PricedAsset[], order: PricedOrder): number | undefined {
  const worths = [order.source_intent, order.destination_intent].map(({ asset: name, amount }) => {
    const asset = assets.find((one) => one.asset === name)
    if (asset?.usd_price_ceiling == null) return undefined
    return Number(usdMillionths(BigInt(amount), asset.decimals, asset.usd_price_ceiling)) / 1e6
  })
  return worths.reduce((most, worth) => (most === undefined || worth === undefined ? undefined : Math.max(most, worth)))
}
