import { type CreateOrder, fixedCancelAfter, usdValue, windowProblem } from '@tandem/contracts'
import { isSameAddress, type Keccak } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { Market } from '../makers/market.ts'
import { escrowWorth, type NetworkIndex, type ResolvedRoute, windowRulesOf } from '../network/domain/network.ts'
import type { HopRoutes } from '../network/ports.ts'
import { requireRoute } from '../network/require-route.ts'
import type { TimeOfChain } from '../network/time-of-chain.ts'
import type { Clock, Transaction } from '../ports.ts'
import type { QuoteWriter } from '../quotes/create-quote.ts'
import { findMismatches, orderedWithinSecs, type Quote } from '../quotes/domain/quote.ts'
import type { QuoteClaims, QuoteSource } from '../quotes/ports.ts'
import { checkAmount, requireHubAmount, requireOpenHop } from '../quotes/route-checks.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { projectIntent } from '../watcher/domain/project-intent.ts'
import type { Intent, IntentTerms } from './domain/order.ts'
import { orderTerms } from './domain/order-terms.ts'
import { whyNoRecipient } from './domain/recipient.ts'
import type { NewOrder, OrderWriter } from './ports.ts'

export interface UnfundedOrders {
  /**
   * Counts the client's unfunded orders: this user's, this funding address's, and all of them. Stops counting at `most`.
   */
  count(
    of: { clientHash: string; userId: string; funder: Address },
    most: number,
  ): Promise<{ ofUser: number; ofAddress: number; ofClient: number }>
}

/** How many unfunded orders are allowed; zero means no limit. `perClient` applies only to clients without an API key. */
export type UnfundedLimits = { readonly perUser: number; readonly perAddress: number; readonly perClient: number }

/** Who is asking: a hash of the API key, or of the client's IP network when there is no key. */
export type Client = { readonly hash: string; readonly hasKey: boolean }

export type CreateOrderDeps = {
  quotes: QuoteSource
  claims: QuoteClaims
  /** Stores the runner-up's quote when the winner withdraws. */
  offers: QuoteWriter
  showQuote: (quote: Quote) => object
  unfunded: UnfundedOrders
  unfundedLimits: UnfundedLimits
  orders: OrderWriter
  network: NetworkIndex
  hops: HopRoutes
  timeOf: TimeOfChain
  market: Pick<Market, 'confirmWithMaker' | 'runnerUp'>
  now: Clock
  randomBytes: (size: number) => Uint8Array
  keccak: Keccak
}

/** Creates an order. `withOrder` runs in the order's transaction, and the order is not stored when it fails. */
export type SubmitOrder = (
  request: CreateOrder,
  client: Client,
  withOrder?: (tx: Transaction, order: NewOrder) => Promise<void>,
) => Promise<NewOrder>

/** Creates one order per quote. Amounts, assets, route, solvers and deadlines are the quote's. */
export function makeCreateOrder(deps: CreateOrderDeps): SubmitOrder {
  return async (request, client, withOrder) => {
    const [found, vault] = await Promise.all([
      deps.quotes.find(request.quoteId),
      vaultAmongRecipients(deps.orders, request),
    ])
    checkQuote(found, request, deps.now())
    const route = requireRoute(deps.network, found.source.asset, found.destination.asset)
    checkRouteType(route, found)
    checkAmounts(route, found)
    checkRecipients(deps.network, route, found, request)
    refuseVault(vault)
    await Promise.all([requireOpenHop(deps.hops, route), checkUnfunded(deps, request, client)])
    const { quote, orderId } = await confirm(deps, found, request)
    const order = await assemble(deps, request, quote, { route, orderId, clientHash: client.hash })
    requireInTime(quote, deps.now())
    const outcome = await deps.orders.create(order, quote, withOrder && ((tx) => withOrder(tx, order)))
    if (outcome === 'quote_expired') throw expired(quote.expiresAt)
    if (outcome !== 'created') throw refusal(outcome)
    return order
  }
}

/**
 * Asks the maker to accept the order. A maker sets money aside for each hash that it accepts, so the quote is bound to one
 * hash before (`claimQuote` of quotes/db/quote.store.ts).
 */
async function confirm(
  deps: CreateOrderDeps,
  quote: Quote,
  { commitmentHash }: CreateOrder,
): Promise<{ quote: Quote; orderId: string }> {
  const { claims, market, now, randomBytes } = deps
  const { quoteId, makerQuote } = quote
  const fresh = uuidV7(now(), randomBytes(10))
  if (makerQuote === null) return { quote, orderId: fresh }
  const claimed = await claims.claim({ quoteId, commitmentHash, orderId: fresh })
  if (typeof claimed === 'string') throw refusal(claimed)
  const { orderId } = claimed
  const accepted = await market.confirmWithMaker(quote, { orderId, commitmentHash, isRepeated: orderId !== fresh })
  if (accepted === undefined) throw await withdrawn(deps, quote)
  return { quote: accepted, orderId }
}

/**
 * The error for a quote that its maker withdrew. It brings the next best quote, so that the user need not ask the makers
 * again.
 */
async function withdrawn({ market, offers, showQuote, now }: CreateOrderDeps, quote: Quote): Promise<AppError> {
  const next = await market.runnerUp(quote)
  if (next === undefined) return new AppError('QUOTE_WITHDRAWN', 'The maker of this quote does not stand by it.')
  await offers.insert(next, new Date(now()))
  const message = 'The maker of this quote does not stand by it; `details.quote` is the next best one.'
  return new AppError('QUOTE_WITHDRAWN', message, { details: { quote: showQuote(next) } })
}

/** Refuses an order that comes after the time until which the maker was told to hold its money. */
function requireInTime({ makerQuote, expiresAt }: Quote, nowMs: number): void {
  if (makerQuote !== null && nowMs > expiresAt.getTime() + orderedWithinSecs * 1000) throw expired(expiresAt)
}

const expired = (at: Date) =>
  new AppError('QUOTE_EXPIRED', `This quote expired at ${at.toISOString()}.`, {
    details: { expires_at: at.toISOString() },
  })

const refusal = (reason: 'quote_consumed' | 'commitment_reused') =>
  reason === 'quote_consumed'
    ? new AppError('QUOTE_CONSUMED', 'This quote was already consumed, or its order was begun with another hash.')
    : new AppError('COMMITMENT_REUSED', 'Another order has this commitment hash.')

function checkQuote(quote: Quote | undefined, request: CreateOrder, nowMs: number): asserts quote is Quote {
  if (quote === undefined) throw new AppError('QUOTE_NOT_FOUND', 'No quote has this identifier.')
  if (quote.consumed) throw new AppError('QUOTE_CONSUMED', 'This quote was already consumed.')
  if (quote.expiresAt.getTime() <= nowMs) throw expired(quote.expiresAt)
  const mismatches = findMismatches(quote, request)
  if (mismatches.length === 0) return
  const fields = mismatches.map(({ field, quoted, given }) => `${field} is ${given} and was quoted as ${quoted}`)
  throw new AppError('QUOTE_MISMATCH', `The order differs from its quote: ${fields.join('; ')}.`, {
    details: { mismatches },
  })
}

/**
 * Refuses an order when too many others wait for their money. An unfunded order costs its user nothing, but ties up its
 * maker's money. Orders are counted per client, because a user or an address is a public name that anybody can use.
 * Simultaneous orders may pass the limit together.
 * @throws TOO_MANY_UNFUNDED_ORDERS
 */
async function checkUnfunded(
  { unfunded, unfundedLimits }: CreateOrderDeps,
  { userId, source }: CreateOrder,
  { hash: clientHash, hasKey }: Client,
): Promise<void> {
  const { perUser, perAddress } = unfundedLimits
  const perClient = hasKey ? 0 : unfundedLimits.perClient
  const most = Math.max(perUser, perAddress, perClient)
  if (most === 0) return
  const counts = await unfunded.count({ clientHash, userId, funder: source.recipient }, most)
  const limits = [
    ['user', counts.ofUser, perUser],
    ['address', counts.ofAddress, perAddress],
    ['client', counts.ofClient, perClient],
  ] as const
  const passed = limits.find(([, count, limit]) => limit > 0 && count >= limit)
  if (passed === undefined) return
  const [of, , limit] = passed
  throw new AppError(
    'TOO_MANY_UNFUNDED_ORDERS',
    `${of === 'client' ? 'In all' : `For this ${of}`} you have ${limit} orders that wait for their source escrow.`,
    {
      retryAfterSecs: 60,
      details: { of, limit },
    },
  )
}

/** A remote quote service may have another network file, in which the pair has another kind of route. */
function checkRouteType({ route }: ResolvedRoute, quote: Quote): void {
  const isHop = quote.hopRelayerFee !== null
  if (quote.routeType === route.route_type && isHop === (route.route_type === 'hop')) return
  throw new AppError('UPSTREAM_INVALID', `The quote service takes a ${route.route_type} route for another one.`)
}

function checkAmounts(route: ResolvedRoute, quote: Quote): void {
  checkAmount('source.amount', quote.source.amount, route.sourceAsset)
  checkAmount('destination.amount', quote.destination.amount, route.final?.asset ?? route.destinationAsset)
  requireHubAmount('destination.amount', quote.destination.amount, route)
}

/** A hop pays its recipient on the final chain, and on the hub when the bridge cannot deliver. */
function checkRecipients(network: NetworkIndex, route: ResolvedRoute, quote: Quote, request: CreateOrder): void {
  const { sourceChain, destinationChain, final } = route
  const onSource = [{ chain: sourceChain, solver: quote.sourceSolverAddress }]
  const onDestination = [
    { chain: destinationChain, solver: quote.destSolverAddress },
    ...(final === null ? [] : [{ chain: final.chain, solver: quote.destSolverAddress }]),
  ]
  const checks = [
    ['source.recipient', request.source.recipient, onSource],
    ['destination.recipient', request.destination.recipient, onDestination],
  ] as const
  for (const [field, address, places] of checks) {
    for (const { chain, solver } of places) {
      const why = isSameAddress(address, solver)
        ? 'is the address of the market maker'
        : whyNoRecipient(address, chain, network.network)
      if (why === undefined) continue
      throw new AppError('INVALID_RECIPIENT', `${field} ${why}. It must be the user's own address.`, {
        details: { field, address },
      })
    }
  }
}

/** The first recipient that is an order's vault: money paid to a vault would return to that vault's creator. */
async function vaultAmongRecipients(orders: OrderWriter, { source, destination }: CreateOrder) {
  const recipients = [
    { field: 'source.recipient', address: source.recipient },
    { field: 'destination.recipient', address: destination.recipient },
  ]
  const areVaults = await Promise.all(recipients.map(({ address }) => orders.isVault(address)))
  return recipients.find((_, index) => areVaults[index])
}

function refuseVault(recipient: Awaited<ReturnType<typeof vaultAmongRecipients>>): void {
  if (recipient === undefined) return
  throw new AppError('INVALID_RECIPIENT', `${recipient.field} is the vault of an order.`, { details: recipient })
}

async function assemble(
  deps: CreateOrderDeps,
  request: CreateOrder,
  quote: Quote,
  { route, orderId, clientHash }: { route: ResolvedRoute; orderId: string; clientHash: string },
): Promise<NewOrder> {
  const nowMs = deps.now()
  const [source, destination] = await Promise.all([
    deps.timeOf(route.sourceChain.chain),
    deps.timeOf(route.destinationChain.chain),
  ])
  const cancelAfter = cancelAfterFor(deps.network, route, quote, { source, destination })
  const terms = orderTerms({
    route,
    quote,
    user: { source: request.source.recipient, destination: request.destination.recipient },
    commitmentHash: request.commitmentHash,
    cancelAfter,
    keccak: deps.keccak,
  })
  const createdAt = new Date(nowMs)
  return {
    orderId,
    userId: request.userId,
    quoteId: quote.quoteId,
    routeType: quote.routeType,
    sourceTokenPrice: quote.sourceTokenPrice,
    destTokenPrice: quote.destTokenPrice,
    feeBips: quote.feeBips,
    initiateBy: quote.initiateBy,
    fillBy: quote.fillBy,
    makerQuote: quote.makerQuote,
    source: newIntent(terms.source, createdAt),
    destination: newIntent(terms.destination, createdAt),
    status: 'created',
    volumeUsd: usdValue(quote.source.amount, route.sourceAsset.decimals, quote.sourceTokenPrice),
    clientHash,
    createdAt,
    updatedAt: createdAt,
  }
}

/**
 * The deadlines of the two escrows: the quote's, or else those that count from this order.
 * @param now unix seconds, by each chain's clock.
 * @throws UPSTREAM_INVALID when the deadlines are outside of the bounds of the network file.
 */
function cancelAfterFor(
  network: NetworkIndex,
  route: ResolvedRoute,
  quote: Quote,
  now: { source: number; destination: number },
): { source: number; destination: number } {
  const bridged = requireHubAmount('destination.amount', quote.destination.amount, route)
  const worthUsd = escrowWorth(network, {
    source: quote.source,
    destination: { asset: route.destinationAsset.asset, amount: bridged + (quote.hopRelayerFee ?? 0n) },
  })
  const rules = windowRulesOf(network, route, worthUsd)
  if (quote.cancelAfter === null) return fixedCancelAfter(now, rules)
  const problem = windowProblem(quote.cancelAfter, { ...rules, now, fillBy: quote.fillBy })
  if (problem === undefined) return quote.cancelAfter
  throw new AppError('UPSTREAM_INVALID', `The deadlines of the quote are out of bounds: ${problem}.`)
}

function newIntent(terms: IntentTerms, createdAt: Date): Intent {
  const { commitmentHash, hop } = terms
  const facts = projectIntent({ commitmentHash, isHop: hop !== null }, [])
  return { ...terms, ...facts, status: 'awaiting', createdAt, updatedAt: createdAt }
}
