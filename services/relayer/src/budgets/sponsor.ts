import { type FeeMarket, firstFees } from '@tandem/chain/sending'
import type { AssetConfig, OrderWire } from '@tandem/contracts'
import { AppError, ttlCache } from '@tandem/service-kit'
import { type GasLimits, gasLimitOf } from '../work/domain/gas-limits.ts'
import { isJob, targetOf, type Work } from '../work/domain/work.ts'
import {
  assetOfToken,
  type BudgetName,
  nextUtcDay,
  type Scope,
  type SponsorPolicy,
  usdOfWei,
  utcDay,
  whyTooSmall,
  worthUsd,
} from './domain/budget.ts'
import type { BudgetStore } from './ports.ts'

export interface SponsoredChain {
  readonly name: string
  readonly gasLimits: GasLimits
  feeMarket(): Promise<FeeMarket>
  dataCost(bytes: number): Promise<{ gas: bigint; wei: bigint }>
}

export interface SponsorRequest {
  order: Pick<OrderWire, 'order_id' | 'user_id'>
  work: Work
  /** A public secret's claim counts, and is never refused. */
  isPublic: boolean
  /** Base units, where not the amount of the terms. */
  amount?: bigint
}

export interface Refusal {
  chain: string
  purpose: BudgetName
  cause: Scope | 'order_too_small'
}

export interface SponsorDeps {
  store: Pick<BudgetStore, 'reserve'>
  chains: ReadonlyMap<string, SponsoredChain>
  assets: readonly AssetConfig[]
  policies: ReadonlyMap<string, SponsorPolicy>
  onRefused: (refusal: Refusal) => void
  now: () => number
}

/**
 * Reserves a piece of work's cost before it is taken on.
 * @throws AppError SPONSOR_BUDGET_SPENT with the time of the next budget; SPONSOR_ORDER_TOO_SMALL with the least worth;
 * CHAIN_UNAVAILABLE without a price.
 */
export type Sponsor = (request: SponsorRequest) => Promise<void>

const feesMs = 5_000
/** More than any kind's calldata. */
const calldataBytes = 1_000

export function makeSponsor({ store, chains, assets, policies, onRefused, now }: SponsorDeps): Sponsor {
  const priceOf = ttlCache(feesMs, async (chain: SponsoredChain) => {
    const [market, data] = await Promise.all([chain.feeMarket(), chain.dataCost(calldataBytes)])
    const { maxFeePerGas, maxPriorityFeePerGas } = firstFees(market)
    return { offered: maxFeePerGas, today: market.baseFeePerGas + maxPriorityFeePerGas, data }
  })

  return async ({ order, work, isPublic, amount }) => {
    const { chain: name, terms } = targetOf(work)
    const [chain, policy] = [chains.get(name), policies.get(name)]
    if (chain === undefined || policy === undefined) return
    const purpose = budgetNameOf(work)
    const refuse = (cause: Refusal['cause']) => onRefused({ chain: name, purpose, cause })
    const price = await priceOf(chain)
    const gas = gasLimitOf(work, chain.gasLimits) + price.data.gas
    const asset = assetOfToken(assets, { chain: name, token: terms.token })
    const small = whyTooSmall(worthUsd(asset, amount ?? terms.amount), gas * price.today + price.data.wei, policy)
    if (small !== undefined && !isPublic) {
      refuse('order_too_small')
      throw tooSmall(name, small)
    }
    const limits = policy.limits[purpose]
    const charge = {
      ...{ orderId: order.order_id.toLowerCase(), kind: work.kind, day: utcDay(now()), chain: name, purpose },
      ...{ address: servedBy(work), asset: asset?.asset ?? terms.token, user: order.user_id },
      wei: gas * price.offered + price.data.wei,
    }
    const scope = await store.reserve(charge, limits, isPublic)
    if (scope === undefined) return
    refuse(scope)
    throw budgetSpent({ chain: name, purpose, scope, limit: limits[scope] ?? 0n, policy }, now())
  }
}

function budgetNameOf(work: Work): BudgetName {
  if (isJob(work)) return 'keeper'
  switch (work.kind) {
    case 'claim':
      return 'claims'
    case 'initiation':
      return 'initiations'
  }
}

function servedBy(work: Work): string {
  const { terms } = targetOf(work)
  return work.kind === 'claim' || (isJob(work) && work.job === 'claim') ? terms.recipient : terms.creator
}

function tooSmall(chain: string, { worthUsd: worth, minimumUsd, cost }: NonNullable<ReturnType<typeof whyTooSmall>>) {
  return new AppError(
    'SPONSOR_ORDER_TOO_SMALL',
    `at today's fees the gas on ${chain} is paid from ${minimumUsd} USD up`,
    {
      details: { chain, worth_usd: worth, minimum_usd: minimumUsd, cost_wei: String(cost) },
    },
  )
}

function budgetSpent(
  spent: { chain: string; purpose: BudgetName; scope: Scope; limit: bigint; policy: SponsorPolicy },
  now: number,
): AppError {
  const { chain, purpose, scope, limit, policy } = spent
  const opensAt = nextUtcDay(now)
  return new AppError('SPONSOR_BUDGET_SPENT', `today's budget for ${purpose} on ${chain} is spent`, {
    retryAfterSecs: Math.ceil((opensAt.getTime() - now) / 1_000),
    details: {
      ...{ chain, purpose, scope, opens_at: opensAt.toISOString() },
      limit_usd: usdOfWei(limit, policy.nativePriceUsd),
    },
  })
}
