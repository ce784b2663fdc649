import { usdValue } from '@tandem/contracts'

/** A spent budget leaves the other purposes alone. */
export const budgetNames = ['claims', 'initiations', 'keeper'] as const
export type BudgetName = (typeof budgetNames)[number]

/** `address`: the address that is served. `user`: of the orderbook. */
export const scopes = ['address', 'asset', 'total', 'user'] as const
export type Scope = (typeof scopes)[number]

/** Wei on one chain in one UTC day; `null` is no limit. */
export type Limits = Readonly<Record<Scope, bigint | null>>

export interface SponsorPolicy {
  /** US dollars per native coin, a decimal number. */
  nativePriceUsd: string
  /** Hundredths of a percent of the moved amount. */
  maxCostBips: bigint
  limits: Readonly<Record<BudgetName, Limits>>
}

const decimals = 18

/** Rounded down. */
export const weiOfUsd = (usd: string, nativePriceUsd: string): bigint =>
  (scaled(usd) * 10n ** BigInt(decimals)) / scaled(nativePriceUsd)

/** Six decimals. */
export const usdOfWei = (wei: bigint, nativePriceUsd: string): string => usdValue(wei, decimals, nativePriceUsd)

function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** `2026-11-22`. `now` in unix milliseconds. */
export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** The next midnight, UTC. */
export function nextUtcDay(now: number): Date {
  const at = new Date(now)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))
}

export interface TooSmall {
  /** US dollars. */
  worthUsd: string
  minimumUsd: string
  /** Wei, at today's fees. */
  cost: bigint
}

/**
 * Nothing is paid that costs more than a share of what it moves.
 * @param worthUsd at the operator's price ceiling; without a ceiling the budgets alone bound the cost.
 * @param cost wei at today's fees.
 * @returns why nothing is paid.
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

export interface CeilingAsset {
  readonly asset: string
  readonly token_address: string
  readonly decimals: number
  readonly usd_price_ceiling: string | null
}

export const assetOfToken = <A extends CeilingAsset>(
  assets: readonly A[],
  { chain, token }: { chain: string; token: string },
): A | undefined =>
  assets.find(
    ({ asset, token_address }) => asset.startsWith(`${chain}:`) && token_address.toLowerCase() === token.toLowerCase(),
  )

/** `undefined` without a price ceiling. */
export const worthUsd = (asset: CeilingAsset | undefined, amount: bigint): string | undefined =>
  asset?.usd_price_ceiling == null ? undefined : usdValue(amount, asset.decimals, asset.usd_price_ceiling)
