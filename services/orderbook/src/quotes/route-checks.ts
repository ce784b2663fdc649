import { type AssetConfig, hubAmountOf } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { hopDecimals, type ResolvedRoute } from '../network/domain/network.ts'
import type { HopRoutes } from '../network/ports.ts'
import type { NetworkFee } from './domain/network-fee.ts'
import { type AmountTerms, type GivenAmount, quotedAmounts } from './domain/quoted-amounts.ts'

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
