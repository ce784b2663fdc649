import { usdValue } from '@tandem/contracts'
import { maxPaidReverts } from '../../transactions/domain/paid-reverts.ts'

/** The purposes that have budgets of their own, so that a spent budget stops no work of another purpose. */
export const budgetNames = ['claims', 'initiations', 'keeper'] as const
export type BudgetName = (typeof budgetNames)[number]

/** `address` limits what is spent on one served address, `total` what is spent on all of them. */
export const scopes = ['address', 'total'] as const
export type Scope = (typeof scopes)[number]

/** Wei that may be spent on one chain in one UTC day; `null` means no limit. */
export type Limits = Readonly<Record<Scope, bigint | null>>

export interface SponsorPolicy {
  /** US dollars per native coin, a decimal number. */
  nativePriceUsd: string
  /** The most that the gas may cost, in hundredths of a percent of the moved amount's worth. */
  maxCostBips: bigint
  limits: Readonly<Record<BudgetName, Limits>>
}

const decimals = 18

/** The wei that this many US dollars buy, rounded down. */
export const weiOfUsd = (usd: string, nativePriceUsd: string): bigint =>
  (scaled(usd) * 10n ** BigInt(decimals)) / scaled(nativePriceUsd)

/** What the wei are worth in US dollars, with six decimals. */
export const usdOfWei = (wei: bigint, nativePriceUsd: string): string => usdValue(wei, decimals, nativePriceUsd)

function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** The UTC day of a time in unix milliseconds, such as `2026-11-22`. */
export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** The next midnight in UTC, when the budgets of a new day open. */
export function nextUtcDay(now: number): Date {
  const at = new Date(now)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))
}

/** What gas costs: `today` in wei per gas, and `dataFee` in wei on top, which a rollup charges for the data. */
export interface Price {
  today: bigint
  dataFee: bigint
}

/**
 * Percent that a reservation adds to today's price. Fees rise while a transaction waits: a block raises the base fee by an eighth
 * at most.
 */
const marginPercent = 25n

/**
 * What is set aside for a piece of work before it is taken on: one transaction at today's price, with a margin. Code at
 * the served address can let several transactions revert that are paid for.
 * @param gas includes the chain's charge for data.
 */
export function reservationOf({ today, dataFee }: Price, gas: bigint, hasCode: boolean): bigint {
  const one = ((gas * today + dataFee) * (100n + marginPercent)) / 100n
  return hasCode ? one * BigInt(maxPaidReverts) : one
}

/** A budget that has no room for a reservation. Amounts are in wei. */
export interface Shortage {
  scope: Scope
  limit: bigint
  /** What was paid and what is reserved, together. */
  used: bigint
  /** The part of `used` that is reserved for open work: most of it comes back. */
  reserved: bigint
}

/**
 * Why a budget has no room. `limit_below_cost`: no day's budget covers the work at this price. `reserved`: it will fit once the
 * work under way is settled. `spent`: only the next day has money.
 */
export function causeOf({ limit, used, reserved }: Shortage, wei: bigint): 'limit_below_cost' | 'reserved' | 'spent' {
  if (wei > limit) return 'limit_below_cost'
  return used - reserved + wei <= limit ? 'reserved' : 'spent'
}

export interface TooSmall {
  /** The worth of what the order moves, in US dollars. */
  worthUsd: string
  minimumUsd: string
  /** What the gas costs at today's fees, in wei. */
  cost: bigint
}

/**
 * Why the relayer does not pay for work: its gas costs more than a share of what it moves.
 * @param worthUsd at the operator's price ceiling; without a ceiling the budgets alone bound the cost.
 * @param cost wei at today's fees.
 * @returns why nothing is paid; undefined when the work is paid for.
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

/** The amount's worth in US dollars; undefined for an asset without a price ceiling. */
export const worthUsd = (asset: CeilingAsset | undefined, amount: bigint): string | undefined =>
  asset?.usd_price_ceiling == null ? undefined : usdValue(amount, asset.decimals, asset.usd_price_ceiling)
