import { usdValue } from '@tandem/contracts'
import { mostPaidReverts } from '../../transactions/domain/paid-reverts.ts'

/** A spent budget leaves the other purposes alone. */
export const budgetNames = ['claims', 'initiations', 'keeper'] as const
export type BudgetName = (typeof budgetNames)[number]

/** `address`: the address that is served. `total`: all of them. */
export const scopes = ['address', 'total'] as const
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

/** Wei per gas, and wei beside gas. */
export interface Price {
  today: bigint
  dataFee: bigint
}

/** Fees rise while a transaction waits: a block raises the base fee by an eighth at most. */
const marginPercent = 25n

/**
 * What is set aside for a piece of work before it is taken on: one transaction at today's price, with a margin. Code at
 * the served address can let several transactions revert that are paid for.
 * @param gas includes the chain's charge for data.
 */
export function reservationOf({ today, dataFee }: Price, gas: bigint, hasCode: boolean): bigint {
  const one = ((gas * today + dataFee) * (100n + marginPercent)) / 100n
  return hasCode ? one * BigInt(mostPaidReverts) : one
}

/** A budget that a reservation does not fit into. Wei. */
export interface Shortage {
  scope: Scope
  limit: bigint
  /** Paid, and reserved. */
  used: bigint
  /** For work that is not over: most of it comes back. */
  reserved: bigint
}

/**
 * `limit_below_cost`: no day's budget suffices at this price. `reserved`: it fits once the work under way is settled.
 * `spent`: only the next day has money.
 */
export function causeOf({ limit, used, reserved }: Shortage, wei: bigint): 'limit_below_cost' | 'reserved' | 'spent' {
  if (wei > limit) return 'limit_below_cost'
  return used - reserved + wei <= limit ? 'reserved' : 'spent'
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
