import {
  type CancelAfter,
  highestWorthUsd,
  type MakerAnswer,
  type MakerQuoteMessage,
  makerQuoteTypedData,
  type Network,
  type OrderAsk,
  type QuoteAsk,
  type WindowRules,
} from '@tandem/contracts'
import { type Address, getAddress, type LocalAccount } from 'viem'
import { askSpendable } from '../chain/ask-spendable.ts'
import type { Clocks } from '../domain/deadline-problem.ts'
import type { Ledger } from '../domain/ledger.ts'
import { tokenKey } from '../orders/promise-funds.ts'
import type { TradedChain } from '../orders/sides.ts'
import { exposureOf } from '../risk/funded-order.ts'
import { amountsFor } from './amounts.ts'
import { namedDeadlines, pricedDeadlines, quoteProblem } from './deadlines.ts'
import { marginFor, optionBips } from './price.ts'
import type { Promises } from './promises.ts'
import { type PricingDeps, priceTermsOf, type Traded, tradedOf } from './traded.ts'

export interface MakerDeps extends PricingDeps {
  network: Network
  chains: ReadonlyMap<string, TradedChain>
  account: LocalAccount
  promises: Pick<Promises, 'find' | 'make' | 'accept' | 'isOver' | 'sweep'>
  ledger: Pick<Ledger, 'promised'>
  policy: {
    spreadBips: number
    skewBips: number
    maxShareBips: number
    /** How much a token's price moves in a year, by symbol, in hundredths of a percent. */
    volatilityBips?: Readonly<Record<string, number>> | undefined
    /** The maker's own margin in seconds, where it is stricter than the network's. */
    ownMarginSecs?: number | undefined
    isPaused: boolean
    assets?: ReadonlySet<string> | undefined
  }
  /** The chain's time in unix seconds. */
  chainTime: (chain: TradedChain) => Promise<number>
  now: () => number
}

/** Signs firm quotes, and accepts their orders (docs/makers.md). */
export interface Maker {
  quote(ask: QuoteAsk): Promise<MakerAnswer>
  order(ask: OrderAsk): Promise<MakerAnswer>
}

const longestQuoteSecs = 600

const declined = (reason: string): MakerAnswer => ({ declined: reason })

const heldOf = ({ escrow: { chain, asset } }: Traded) =>
  askSpendable(chain.chain, asset.token_address as Address, chain.sender)
const tokenOf = ({ escrow: { chain, asset } }: Traded) => tokenKey(chain.chain, asset.token_address as Address)

const routeOf = (deps: MakerDeps, asked: { source_asset: string; destination_asset: string }) =>
  tradedOf({ ...deps, assets: deps.policy.assets }, asked)

const sign = async ({ account }: MakerDeps, message: MakerQuoteMessage): Promise<MakerAnswer> => ({
  message,
  signature: await account.signTypedData(makerQuoteTypedData(message)),
})

export function makeMaker(deps: MakerDeps): Maker {
  const { promises, policy, ledger } = deps
  async function quote(ask: QuoteAsk): Promise<MakerAnswer> {
    const now = Math.floor(deps.now() / 1000)
    promises.sweep(now)
    if (policy.isPaused) return declined('paused')
    const traded = routeOf(deps, ask)
    if (traded === undefined) return declined('not traded')
    if (ask.expires_at <= now || ask.expires_at > now + longestQuoteSecs || ask.fill_by <= ask.initiate_by - 86_400)
      return declined('the window')
    const id = ask.rfq_id
    if (promises.find(id) !== undefined) return declined('asked before')
    const [held, times] = await Promise.all([heldOf(traded), timesOf(deps, traded)])
    const free = held - ledger.promised(tokenOf(traded))
    const option = optionFor(deps, traded, pricedDeadlines(ask, times, chainsOf(traded)), times)
    const margin = Math.min(9_999, marginFor(policy, { held, free }) + option)
    const terms = await priceTermsOf(deps, traded, margin)
    if (terms === undefined) return declined('no fresh price')
    const amounts = amountsFor(ask, traded, terms)
    if (amounts === undefined) return declined('the amount')
    const rules = { ...windowRules(deps, traded, amounts), ownMarginSecs: policy.ownMarginSecs ?? 0 }
    const window = quoteProblem(ask, times, rules)
    if (window !== undefined) return declined(`the window: ${window}`)
    if (amounts.escrow * 10_000n > free * BigInt(policy.maxShareBips)) return declined('inventory')
    const message = messageFor({ ...ask, quote_id: id }, traded, amounts)
    const promise = {
      message,
      token: tokenOf(traded),
      amount: amounts.escrow,
      exposure: exposureFor(deps, traded, amounts.escrow, terms.destinationPrice),
      deadlines: namedDeadlines(ask),
    }
    const refused = await promises.make(promise, () => heldOf(traded))
    return refused === undefined ? sign(deps, message) : declined(refused)
  }

  async function order({
    order_id: orderId,
    commitment_hash: commitmentHash,
    message,
  }: OrderAsk): Promise<MakerAnswer> {
    const now = Math.floor(deps.now() / 1000)
    promises.sweep(now)
    // A paused solver funds nothing, so an order that it accepted would only lock its user's payment for a while.
    if (policy.isPaused) return declined('paused')
    const known = promises.find(message.quote_id)
    if (known === undefined || !isSameQuote(known.message, message)) return declined('it was not quoted')
    // After this time the reserved money is free again, so the order is declined.
    if (promises.isOver(message.quote_id, now)) return declined('the quote is over')
    await promises.accept(message.quote_id, { orderId, commitmentHash })
    return sign(deps, message)
  }

  return { quote, order }
}

const chainsOf = ({ source, escrow }: Traded) => ({
  source: source.chain.chain.config,
  destination: escrow.chain.chain.config,
})

/** @throws Error when a chain does not say its time. */
async function timesOf({ chainTime, now }: MakerDeps, { source, escrow }: Traded): Promise<Clocks> {
  const [from, to] = await Promise.all([chainTime(source.chain), chainTime(escrow.chain)])
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw new Error('a chain does not say its time')
  return { source: from, destination: to, own: Math.floor(now() / 1000) }
}

const exposureFor = ({ network }: MakerDeps, { source, escrow }: Traded, amount: bigint, price: string) =>
  exposureOf(
    {
      source: source.asset,
      destination: { ...escrow.asset, amount: String(amount) },
      prices: { [escrow.asset.asset]: price },
    },
    network.assets,
  )

/** Amounts in base units. */
const windowRules = (
  { network }: MakerDeps,
  traded: Traded,
  amounts: { source: bigint; escrow: bigint },
): WindowRules => ({
  ...chainsOf(traded),
  minMarginSecs: network.min_margin_secs,
  worthUsd: highestWorthUsd(network.assets, {
    source_intent: { asset: traded.source.asset.asset, amount: String(amounts.source) },
    destination_intent: { asset: traded.escrow.asset.asset, amount: String(amounts.escrow) },
  }),
})

/**
 * The price of the user's option, in hundredths of a percent: until the destination's deadline the user may claim or
 * walk away, whichever pays better.
 */
function optionFor({ policy }: MakerDeps, { source, escrow }: Traded, deadlines: CancelAfter, times: Clocks): number {
  const symbols = { source: source.asset.symbol, destination: escrow.asset.symbol }
  // The earlier of both clocks counts: a chain's clock that is ahead of ours must not make the option cheaper.
  const optionSecs = Math.max(0, deadlines.destination - Math.min(times.destination, times.own))
  return optionBips(policy.volatilityBips ?? {}, symbols, optionSecs)
}

type Asked = Pick<MakerQuoteMessage, 'quote_id' | 'initiate_by' | 'fill_by' | 'expires_at'>

function messageFor(asked: Asked, traded: Traded, amounts: { source: bigint; final: bigint }): MakerQuoteMessage {
  const { route, source, escrow } = traded
  return {
    quote_id: asked.quote_id,
    source_asset: route.source,
    source_chain_id: source.chain.chain.config.chain_id,
    source_token: getAddress(source.asset.token_address),
    source_amount: String(amounts.source),
    source_recipient: source.chain.chain.account.address,
    destination_asset: route.destination,
    destination_chain_id: escrow.chain.chain.config.chain_id,
    destination_token: getAddress(escrow.asset.token_address),
    destination_amount: String(amounts.final),
    destination_creator: escrow.chain.chain.account.address,
    hop_relayer_fee: route.hop_relayer_fee ?? '0',
    initiate_by: asked.initiate_by,
    fill_by: asked.fill_by,
    expires_at: asked.expires_at,
  }
}

const isSameQuote = (one: MakerQuoteMessage, other: MakerQuoteMessage): boolean =>
  (Object.keys(one) as (keyof MakerQuoteMessage)[]).every(
    (field) => String(one[field]).toLowerCase() === String(other[field]).toLowerCase(),
  )
