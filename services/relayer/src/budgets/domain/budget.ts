import { usdValue } from '@tandem/contracts'

/** The purposes that the relayer pays gas for. Each has budgets of its own: one that is spent leaves the others alone. */
export const budgetNames = ['claims', 'initiations', 'keeper'] as const
export type BudgetName = (typeof budgetNames)[number]

/** The subject of a budget: the address that is served, an asset, all orders together, and a user of the orderbook. */
export const scopes = ['address', 'asset', 'total', 'user'] as const
export type Scope = (typeof scopes)[number]

/** The most that may be paid on one chain in one UTC day, wei; `null` is no limit. */
export type Limits = Readonly<Record<Scope, bigint | null>>

/** The limits by which the relayer pays for others on one chain. */
export interface SponsorPolicy {
  /** US dollars per native coin, a plain decimal number. */
  nativePriceUsd: string
  /** A transaction may cost so many hundredths of a percent of the amount that it moves. */
  maxCostBips: bigint
  limits: Readonly<Record<BudgetName, Limits>>
}

const decimals = 18

/** Wei that an amount in US dollars buys, rounded down. */
export const weiOfUsd = (usd: string, nativePriceUsd: string): bigint =>
  (scaled(usd) * 10n ** BigInt(decimals)) / scaled(nativePriceUsd)

/** US dollars that an amount in wei is worth, with six decimals. */
export const usdOfWei = (wei: bigint, nativePriceUsd: string): string => usdValue(wei, decimals, nativePriceUsd)

/** A decimal number times 10^18. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** The UTC day that a cost counts on, as `2026-11-22`. `now` in milliseconds since 1970. */
export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** When the budgets of that day are over and new ones begin: the next midnight, UTC. */
export function nextUtcDay(now: number): Date {
  const at = new Date(now)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))
}

/** An amount that is too small for its transaction to be paid. */
export interface TooSmall {
  /** US dollars that the amount is worth, and that it would have to be worth at today's fees. */
  worthUsd: string
  minimumUsd: string
  /** Wei that the transaction may cost at today's fees. */
  cost: bigint
}

/**
 * The break-even rule: nothing is paid that costs more than a share of what it moves. At today's fees this is the smallest
 * order that the chain's gas is paid for.
 *
 * @param worthUsd of the amount, at the operator's own price ceiling; `undefined` when its asset has none: then no share
 *   can be told, and the budgets alone bound it.
 * @param cost wei that the transaction may cost at today's fees, all its gas included.
 * @returns why nothing is paid, or nothing when it is.
 */
export function whyTooSmall(
  worthUsd: string | undefined,
  cost: bigint,
  { nativePriceUsd, maxCostBips }: Pick<SponsorPolicy, 'nativePriceUsd' | 'maxCostBips'>,
): TooSmall | undefined {
  if (worthUsd === undefined) return undefined
  const share = (weiOfUsd(worthUsd, nativePriceUsd) * maxCostBips) / 10_000n
  if (cost <= share) return undefined
  const minimum = (cost * 10_000n + maxCostBips - 1n) / maxCostBips
  return { worthUsd, minimumUsd: usdOfWei(minimum, nativePriceUsd), cost }
}

/** An asset of the network file, as far as the worth of an amount needs it. */
export interface CeilingAsset {
  readonly asset: string
  readonly token_address: string
  readonly decimals: number
  readonly usd_price_ceiling: string | null
}

/** The asset of a token on a chain. */
export const assetOfToken = <A extends CeilingAsset>(
  assets: readonly A[],
  { chain, token }: { chain: string; token: string },
): A | undefined =>
  assets.find(
    ({ asset, token_address }) => asset.startsWith(`${chain}:`) && token_address.toLowerCase() === token.toLowerCase(),
  )

/** US dollars of an amount at the operator's price ceiling; `undefined` where the asset has none. */
export const worthUsd = (asset: CeilingAsset | undefined, amount: bigint): string | undefined =>
  asset?.usd_price_ceiling == null ? undefined : usdValue(amount, asset.decimals, asset.usd_price_ceiling)
