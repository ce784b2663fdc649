import { type FeeMarket, firstFees } from '@tandem/chain/sending'
import type { AssetConfig, OrderWire } from '@tandem/contracts'
import { AppError, ttlCache } from '@tandem/service-kit'
import { LRUCache } from 'lru-cache'
import type { Address } from 'viem'
import { type GasLimits, gasLimitOf } from '../work/domain/gas-limits.ts'
import { isJob, targetOf, type Work } from '../work/domain/work.ts'
import {
  assetOfToken,
  type BudgetName,
  causeOf,
  nextUtcDay,
  reservationOf,
  type Scope,
  type Shortage,
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
  hasCode(address: Address): Promise<boolean>
}

export interface SponsorRequest {
  order: Pick<OrderWire, 'order_id'>
  work: Work
  /** Whether the secret is public. Such a claim counts against the budget, and is never refused. */
  isPublic: boolean
  /** The amount that is moved, in base units, where it differs from the amount of the terms. */
  amount?: bigint
}

/** Why work is not paid for; `address` and `total` name a budget that is spent. */
export const refusalCauses = ['address', 'total', 'reserved', 'limit_below_cost', 'order_too_small'] as const

export interface Refusal {
  chain: string
  purpose: BudgetName
  cause: (typeof refusalCauses)[number]
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
 * Reserves what a piece of work may cost, before the work is taken on. Never call it for work that costs nothing.
 * @throws AppError SPONSOR_BUDGET_SPENT, which says when to ask again; SPONSOR_ORDER_TOO_SMALL, which says the least worth;
 * CHAIN_UNAVAILABLE when the price cannot be read.
 */
export type Sponsor = (request: SponsorRequest) => Promise<void>

const feesMs = 5_000
/**
 * Milliseconds for which it is remembered whether an address has code. An address that gets its code within this time is charged
 * for one transaction, as if it had none. Asking costs a tenth of what taking on a claim costs.
 */
const codeMs = 60_000
const maxCodes = 10_000
/** Bytes that a rollup's data fee is read for: more than the calldata of any kind of work. */
const calldataBytes = 1_000

/** Reads what gas costs now: the base fee and the tip that a transaction would offer, and a rollup's charge for data. */
export async function readPrice(chain: Omit<SponsoredChain, 'hasCode'>) {
  const [market, data] = await Promise.all([chain.feeMarket(), chain.dataCost(calldataBytes)])
  const { maxPriorityFeePerGas } = firstFees(market)
  return { today: market.baseFeePerGas + maxPriorityFeePerGas, dataGas: data.gas, dataFee: data.wei }
}

export function makeSponsor({ store, chains, assets, policies, onRefused, now }: SponsorDeps): Sponsor {
  const priceOf = ttlCache(feesMs, readPrice)
  const codes = new LRUCache<string, boolean>({ max: maxCodes, ttl: codeMs })

  async function hasCode(chain: SponsoredChain, address: Address): Promise<boolean> {
    const key = `${chain.name} ${address}`
    const known = codes.get(key)
    if (known !== undefined) return known
    const answer = await chain.hasCode(address)
    codes.set(key, answer)
    return answer
  }

  return async ({ order, work, isPublic, amount }) => {
    const { chain: name, terms } = targetOf(work)
    const [chain, policy] = [chains.get(name), policies.get(name)]
    if (chain === undefined || policy === undefined) return
    const purpose = budgetNameOf(work)
    const refuse = (cause: Refusal['cause']) => onRefused({ chain: name, purpose, cause })
    const address = servedBy(work)
    const [price, isCode] = await Promise.all([priceOf(chain), hasCode(chain, address)])
    const gas = gasLimitOf(work, chain.gasLimits) + price.dataGas
    const asset = assetOfToken(assets, { chain: name, token: terms.token })
    const small = whyTooSmall(worthUsd(asset, amount ?? terms.amount), gas * price.today + price.dataFee, policy)
    if (small !== undefined && !isPublic) {
      refuse('order_too_small')
      throw tooSmall(name, small)
    }
    const wei = reservationOf(price, gas, isCode)
    if (wei === 0n) return
    const [orderId, day] = [order.order_id.toLowerCase(), utcDay(now())]
    const charge = { orderId, kind: work.kind, day, chain: name, purpose, address, wei }
    const shortage = await store.reserve(charge, policy.limits[purpose], isPublic)
    if (shortage === undefined) return
    const cause = causeOf(shortage, wei)
    refuse(cause === 'spent' ? shortage.scope : cause)
    throw budgetError({ cause, chain: name, purpose, shortage, wei, policy }, now())
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

function servedBy(work: Work): Address {
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

interface NoBudget {
  cause: ReturnType<typeof causeOf>
  chain: string
  purpose: BudgetName
  shortage: Shortage
  /** What the work needs, in wei. */
  wei: bigint
  policy: SponsorPolicy
}

/**
 * Seconds until a client asks again when the budget is reserved. Reservations end with their work, and if the client
 * waited until midnight, the deadlines of its order might pass.
 */
const reservedRetrySecs = 10
/** Seconds until a client asks again when one day's limit is below the cost: fees may have fallen by then. */
const belowCostRetrySecs = 60

/** Only a budget that is really spent sends the client to the next day. */
function budgetError(refused: NoBudget, now: number): AppError {
  const { cause, chain, purpose, shortage, wei, policy } = refused
  const [limit, needed] = [usdOfWei(shortage.limit, policy.nativePriceUsd), usdOfWei(wei, policy.nativePriceUsd)]
  const details = { chain, purpose, scope: shortage.scope, limit_usd: limit, needed_usd: needed }
  switch (cause) {
    case 'limit_below_cost': {
      const reason = limitBelowCost({ chain, purpose, scope: shortage.scope, limitUsd: limit, neededUsd: needed })
      return new AppError('SPONSOR_BUDGET_SPENT', reason, { retryAfterSecs: belowCostRetrySecs, details })
    }
    case 'reserved': {
      const reason = `today's budget for ${purpose} on ${chain} is reserved for work under way: try again in seconds`
      return new AppError('SPONSOR_BUDGET_SPENT', reason, { retryAfterSecs: reservedRetrySecs, details })
    }
    case 'spent': {
      const opensAt = nextUtcDay(now)
      return new AppError('SPONSOR_BUDGET_SPENT', `today's budget for ${purpose} on ${chain} is spent`, {
        retryAfterSecs: Math.ceil((opensAt.getTime() - now) / 1_000),
        details: { ...details, opens_at: opensAt.toISOString() },
      })
    }
  }
}

/** Says that a limit is below the cost, to clients and, at the start, to the operator. */
export const limitBelowCost = (o: {
  chain: string
  purpose: BudgetName
  scope: Scope
  limitUsd: string
  neededUsd: string
}): string =>
  `at today's fees one of the ${o.purpose} on ${o.chain} needs ${o.neededUsd} USD, and SPONSORING allows ${o.limitUsd} USD a day (${o.scope}_usd)`
