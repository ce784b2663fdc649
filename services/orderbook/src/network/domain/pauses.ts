import { chainOfAsset, type Network, networkSchema, type RouteConfig } from '@tandem/contracts'

/** What the operator has paused. Nothing new is quoted or accepted there, but open orders finish. */
export type Pauses = {
  readonly chains: ReadonlySet<string>
  readonly assets: ReadonlySet<string>
  /** The paused routes as `source>destination`. */
  readonly routes: ReadonlySet<string>
  readonly sha256: string | null
}

type Places = Pick<Network, 'chains' | 'assets' | 'routes'>

const routeName = ({ source, destination }: Pick<RouteConfig, 'source' | 'destination'>) => `${source}>${destination}`

export const pausesOf = ({ chains, assets, routes }: Places, sha256: string | null = null): Pauses => ({
  chains: new Set(chains.flatMap(({ chain, paused }) => (paused === true ? [chain] : []))),
  assets: new Set(assets.flatMap(({ asset, paused }) => (paused === true ? [asset] : []))),
  routes: new Set(routes.flatMap((route) => (route.paused === true ? [routeName(route)] : []))),
  sha256,
})

/**
 * Reads only the pauses. Other changes of the file take effect at the next start.
 * @throws Error when the text is no network file.
 */
export const parsePauses = (text: string, sha256: string): Pauses =>
  pausesOf(networkSchema.parse(JSON.parse(text)), sha256)

/** The chain, asset or route that is paused, or undefined for an open route. A hop also needs its hub. */
export function pausedBy(pauses: Pauses, route: RouteConfig): string | undefined {
  const assets = [route.source, route.destination, ...(route.hub_asset === null ? [] : [route.hub_asset])]
  return (
    assets.map(chainOfAsset).find((chain) => pauses.chains.has(chain)) ??
    assets.find((asset) => pauses.assets.has(asset)) ??
    (pauses.routes.has(routeName(route)) ? `the route from ${route.source} to ${route.destination}` : undefined)
  )
}

/** The configured network with the present pauses. */
export function withPauses({ chains, assets, routes }: Places, pauses: Pauses): Places {
  const of = <T extends { paused?: boolean | undefined }>({ paused: _, ...one }: T, isPaused: boolean) =>
    (isPaused ? { ...one, paused: true } : one) as T
  return {
    chains: chains.map((chain) => of(chain, pauses.chains.has(chain.chain))),
    assets: assets.map((asset) => of(asset, pauses.assets.has(asset.asset))),
    routes: routes.map((route) => of(route, pauses.routes.has(routeName(route)))),
  }
}
