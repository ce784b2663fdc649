import { type AssetConfig, hubAmountOf } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { hopDecimals, type NetworkIndex, type ResolvedRoute, resolveRoute } from '../network/domain/network.ts'
import type { HopRoutes } from '../network/ports.ts'
import type { NetworkFee } from './domain/network-fee.ts'
import { type AmountTerms, type GivenAmount, quotedAmounts } from './domain/quoted-amounts.ts'

/** @throws UNSUPPORTED_ASSET, UNSUPPORTED_ROUTE, ROUTE_PAUSED */
export function requireRoute(network: NetworkIndex, source: string, destination: string): ResolvedRoute {
  const found = resolveRoute(network, source, destination)
  if (!('code' in found)) {
    requireNotPaused(network, found)
    return found
  }
  if (found.code === 'UNSUPPORTED_ROUTE') {
    throw new AppError('UNSUPPORTED_ROUTE', `There is no route from ${source} to ${destination}.`, {
      details: { source, destination },
    })
  }
  throw new AppError('UNSUPPORTED_ASSET', `The ${found.field} asset ${found.asset} is not listed.`, {
    details: { field: found.field, asset: found.asset },
  })
}

function requireNotPaused(network: NetworkIndex, { route }: ResolvedRoute): void {
  const paused = network.pausedBy(route)
  if (paused === undefined) return
  throw new AppError('ROUTE_PAUSED', `The operator has paused ${paused}: nothing new is taken there now.`, {
    details: { paused },
    retryAfterSecs: 60,
  })
}

/** @throws AMOUNT_OUT_OF_BOUNDS */
export function checkAmount(field: string, amount: bigint, asset: AssetConfig): void {
  const { min_amount: minimum, max_amount: maximum } = asset
  if (amount >= BigInt(minimum) && amount <= BigInt(maximum)) return
  throw new AppError('AMOUNT_OUT_OF_BOUNDS', `${field} must be between ${minimum} and ${maximum} of ${asset.asset}.`, {
    details: { field, amount: String(amount), minimum, maximum },
  })
}

/** @throws AMOUNT_OUT_OF_BOUNDS when network fees would take too large a share of the amount. */
export function checkNetworkFee(
  field: string,
  amount: bigint,
  { asset, max_amount }: AssetConfig,
  fee: NetworkFee,
): void {
  if (amount >= fee.least) return
  const [minimum, networkFee] = [String(fee.least), String(fee.all)]
  throw new AppError(
    'AMOUNT_OUT_OF_BOUNDS',
    `${field} must be at least ${minimum} of ${asset} now: network fees are ${networkFee} of it.`,
    { details: { field, amount: String(amount), minimum, maximum: max_amount, network_fee: networkFee } },
  )
}

/**
 * The amount in the hub's token; on a direct route the amount itself.
 * @throws AMOUNT_OUT_OF_BOUNDS when the hub's token is too coarse.
 */
export function requireHubAmount(field: string, amount: bigint, route: ResolvedRoute): bigint {
  const hubAmount = hubAmountOf(amount, hopDecimals(route))
  if (hubAmount === undefined) throw notBridgeable(field, amount, route)
  return hubAmount
}

/** @throws AMOUNT_OUT_OF_BOUNDS when the hub's token is too coarse. */
export function requireAmounts(given: GivenAmount, route: ResolvedRoute, terms: AmountTerms) {
  const amounts = quotedAmounts(given, terms)
  if (amounts === undefined) throw notBridgeable('destination_amount', given.value, route)
  return amounts
}

function notBridgeable(field: string, amount: bigint, route: ResolvedRoute): AppError {
  const { hub, final } = hopDecimals(route)
  const multipleOf = String(10n ** BigInt(final - hub))
  return new AppError('AMOUNT_OUT_OF_BOUNDS', `${field} must be a multiple of ${multipleOf} on this route.`, {
    details: { field, amount: String(amount), multiple_of: multipleOf },
  })
}

/** @throws HOP_ROUTE_CLOSED */
export async function requireOpenHop(hops: HopRoutes, route: ResolvedRoute): Promise<void> {
  if (await hops.isOpen(route)) return
  const { destination } = route.route
  throw new AppError('HOP_ROUTE_CLOSED', `The bridge takes nothing to ${destination} any more, or not yet.`, {
    details: { destination },
  })
}
