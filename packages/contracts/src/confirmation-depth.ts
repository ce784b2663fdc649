/** What of a chain decides when a fact counts. */
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
 * When a fact of an order of this worth counts on a chain. The orderbook, the relayer and the solver ask this one
 * function, so that none acts on a fact that another still doubts.
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
  const [whole = '0', fraction = ''] = price.split('.')
  const scaledPrice = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
  const millionths = (amount * scaledPrice * 1_000_000n) / 10n ** BigInt(decimals + 18)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

/** What an order is worth in US dollars: its source amount at the quote's price. `undefined`: its asset is not listed. */
export function orderValueUsd(
  assets: readonly { readonly asset: string; readonly decimals: number }[],
  order: {
    readonly source_token_price: string
    readonly source_intent: { readonly asset: string; readonly amount: string }
  },
): number | undefined {
  const asset = assets.find((one) => one.asset === order.source_intent.asset)
  if (asset === undefined) return undefined
  return Number(usdValue(BigInt(order.source_intent.amount), asset.decimals, order.source_token_price))
}
