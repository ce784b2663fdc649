import { type CreateOrder, usdValue } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { type Address, zeroAddress } from 'viem'
import type { NetworkIndex, ResolvedRoute } from '../domain/network.ts'
import type { Intent, IntentTerms } from '../domain/order.ts'
import { orderTerms } from '../domain/order-terms.ts'
import { findMismatches, type Quote } from '../domain/quote.ts'
import { timelocks } from '../domain/timelocks.ts'
import { uuidV7 } from '../domain/uuid-v7.ts'
import type { Clock, HopRoutes, NewOrder, OrderWriter, QuoteSource, Transaction } from './ports.ts'
import { checkAmount, requireHubAmount, requireOpenHop, requireRoute } from './route-checks.ts'
import type { TimeOfChain } from './time-of-chain.ts'

export type CreateOrderDeps = {
  quotes: QuoteSource
  orders: OrderWriter
  network: NetworkIndex
  hops: HopRoutes
  timeOf: TimeOfChain
  now: Clock
  randomBytes: (size: number) => Uint8Array
}

/** `withOrder` is stored in the order's transaction, and undoes it when it fails. */
export type SubmitOrder = (
  request: CreateOrder,
  withOrder?: (tx: Transaction, order: NewOrder) => Promise<void>,
) => Promise<NewOrder>

/** Makes an order from a quote, exactly once: amounts, assets, route, solvers and deadlines are the quote's. */
export function makeCreateOrder(deps: CreateOrderDeps): SubmitOrder {
  return async (request, withOrder) => {
    const quote = await deps.quotes.find(request.quoteId)
    checkQuote(quote, request, deps.now())
    const route = requireRoute(deps.network, quote.source.asset, quote.destination.asset)
    checkRouteType(route, quote)
    checkAmounts(route, quote)
    checkRecipients(route, quote, request)
    await requireOpenHop(deps.hops, route)
    const order = await assemble(deps, request, quote, route)
    const outcome = await deps.orders.create(order, quote, withOrder && ((tx) => withOrder(tx, order)))
    if (outcome === 'quote_consumed') throw new AppError('QUOTE_CONSUMED', 'This quote was already consumed.')
    if (outcome === 'commitment_reused') {
      throw new AppError('COMMITMENT_REUSED', 'Another order has this commitment hash.')
    }
    return order
  }
}

function checkQuote(quote: Quote | undefined, request: CreateOrder, nowMs: number): asserts quote is Quote {
  if (quote === undefined) throw new AppError('QUOTE_NOT_FOUND', 'No quote has this identifier.')
  if (quote.consumed) throw new AppError('QUOTE_CONSUMED', 'This quote was already consumed.')
  if (quote.expiresAt.getTime() <= nowMs) {
    throw new AppError('QUOTE_EXPIRED', `This quote expired at ${quote.expiresAt.toISOString()}.`, {
      details: { expires_at: quote.expiresAt.toISOString() },
    })
  }
  const mismatches = findMismatches(quote, request)
  if (mismatches.length === 0) return
  const fields = mismatches.map(({ field, quoted, given }) => `${field} is ${given} and was quoted as ${quoted}`)
  throw new AppError('QUOTE_MISMATCH', `The order differs from its quote: ${fields.join('; ')}.`, {
    details: { mismatches },
  })
}

/** A remote quote service may have another idea of the route than our network file. */
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

function checkRecipients(route: ResolvedRoute, quote: Quote, request: CreateOrder): void {
  const { sourceChain, destinationChain } = route
  const checks: [field: string, address: Address, refused: (string | null)[]][] = [
    [
      'source.recipient',
      request.source.recipient,
      [quote.sourceSolverAddress, sourceChain.registry_address, route.sourceAsset.token_address],
    ],
    [
      'destination.recipient',
      request.destination.recipient,
      [
        quote.destSolverAddress,
        destinationChain.registry_address,
        destinationChain.hop_bridge_address,
        route.destinationAsset.token_address,
      ],
    ],
  ]
  for (const [field, address, refused] of checks) {
    const given = address.toLowerCase()
    const isRefused = [zeroAddress, ...refused].some((other) => other?.toLowerCase() === given)
    if (!isRefused) continue
    throw new AppError('INVALID_RECIPIENT', `${field} must be the user's own address.`, { details: { field, address } })
  }
}

async function assemble(
  deps: CreateOrderDeps,
  request: CreateOrder,
  quote: Quote,
  route: ResolvedRoute,
): Promise<NewOrder> {
  const nowMs = deps.now()
  const [source, destination] = await Promise.all([
    deps.timeOf(route.sourceChain.chain),
    deps.timeOf(route.destinationChain.chain),
  ])
  const cancelAfter = timelocks(
    { source, destination },
    {
      sourceLifeSecs: route.sourceChain.source_cancel_after_secs,
      destLifeSecs: route.destinationChain.dest_cancel_after_secs,
      minMarginSecs: deps.network.network.min_margin_secs,
    },
  )
  const terms = orderTerms({
    route,
    quote,
    user: { source: request.source.recipient, destination: request.destination.recipient },
    commitmentHash: request.commitmentHash,
    cancelAfter,
  })
  const createdAt = new Date(nowMs)
  return {
    orderId: uuidV7(nowMs, deps.randomBytes(10)),
    userId: request.userId,
    quoteId: quote.quoteId,
    routeType: quote.routeType,
    sourceTokenPrice: quote.sourceTokenPrice,
    destTokenPrice: quote.destTokenPrice,
    feeBips: quote.feeBips,
    initiateBy: quote.initiateBy,
    fillBy: quote.fillBy,
    source: newIntent(terms.source, createdAt),
    destination: newIntent(terms.destination, createdAt),
    status: 'created',
    volumeUsd: usdValue(quote.source.amount, route.sourceAsset.decimals, quote.sourceTokenPrice),
    createdAt,
    updatedAt: createdAt,
  }
}

function newIntent(terms: IntentTerms, createdAt: Date): Intent {
  return {
    ...terms,
    commitment: null,
    create: null,
    claim: null,
    cancel: null,
    bridgeTxHash: null,
    bridgeState: terms.hop === null ? null : 'none',
    bridgeMessageId: null,
    deliveryTxHash: null,
    deliveredAt: null,
    contradiction: null,
    status: 'awaiting',
    createdAt,
    updatedAt: createdAt,
  }
}
