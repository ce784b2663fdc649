import { AppError } from '@tandem/service-kit'
import { type NetworkIndex, type ResolvedRoute, resolveRoute } from './domain/network.ts'

/**
 * Finds the route between two assets, for new quotes and orders only: what is under way also ends where it is paused.
 *
 * @throws UNSUPPORTED_ASSET, UNSUPPORTED_ROUTE, ROUTE_PAUSED
 */
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
