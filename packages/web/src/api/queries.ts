import type { AssetConfig, OrderWire } from '@tandem/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { Search } from '../domain/search.ts'
import type { Api } from './api.ts'

/** How often open pages ask again, in milliseconds. An order's page asks when its event stream brings news instead. */
const paces = { orders: 10_000, stats: 60_000, status: 3_000, claims: 3_000, own: 5_000, routes: 15_000, price: 10_000 }

export const orderQuery = (api: Api, orderId: string) =>
  queryOptions({ queryKey: ['order', orderId], queryFn: (context) => api.order(orderId, context) })

export const explanationQuery = (api: Api, orderId: string) =>
  queryOptions({ queryKey: ['explanation', orderId], queryFn: (context) => api.explanation(orderId, context) })

/** Asked again while the order can still get a claim, and until the relayer has ended those that it has. */
export const claimsQuery = (api: Api, orderId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['claims', orderId],
    queryFn: (context) => api.claimsOf(orderId, context),
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.some(({ status }) => ['waiting', 'queued', 'submitted'].includes(status)) ?? false
      return isOpen || isUnderWay ? paces.claims : false
    },
  })

export const chainsQuery = (api: Api) =>
  queryOptions({ queryKey: ['chains'], queryFn: api.chains, staleTime: Number.POSITIVE_INFINITY })

export const assetsQuery = (api: Api) =>
  queryOptions({ queryKey: ['assets'], queryFn: api.assets, staleTime: Number.POSITIVE_INFINITY })

/** The limits of each route at the price of now, and how long its newest orders took. */
export const routesQuery = (api: Api) =>
  queryOptions({ queryKey: ['routes'], queryFn: api.routes, refetchInterval: paces.routes })

/** The price of an amount, in base units of the source; it binds no maker. Nothing is asked without an amount. */
export const quoteQuery = (
  api: Api,
  wanted: { source: AssetConfig['asset']; destination: AssetConfig['asset']; amount: bigint | undefined },
) =>
  queryOptions({
    queryKey: ['quote', wanted.source, wanted.destination, String(wanted.amount)],
    queryFn: (context) =>
      api.indicativeQuote(
        {
          source_asset: wanted.source,
          destination_asset: wanted.destination,
          source_amount: String(wanted.amount),
        },
        context,
      ),
    enabled: wanted.amount !== undefined,
    refetchInterval: paces.price,
    retry: false,
  })

export const recentOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['orders', 'recent'],
    queryFn: (context) => api.orders({ limit: '10' }, context),
    refetchInterval: paces.orders,
  })

/** Pages of 100 orders from which the charts are drawn. */
const chartPages = 3

/** The newest orders, at most 300. */
export const newestOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['orders', 'newest'],
    queryFn: async (context) => {
      const orders: OrderWire[] = []
      let cursor: string | undefined
      for (let page = 0; page < chartPages; page += 1) {
        const { data, next_cursor: next } = await api.orders(
          { limit: '100', ...(cursor === undefined ? {} : { cursor }) },
          context,
        )
        orders.push(...data)
        if (next == null) break
        cursor = next
      }
      return orders
    },
    refetchInterval: paces.stats,
  })

export const makersQuery = (api: Api) =>
  queryOptions({ queryKey: ['makers'], queryFn: api.makers, refetchInterval: paces.stats })

/** The newest orders in which an address takes part. */
export const ownOrdersQuery = (api: Api, address: string) =>
  queryOptions({
    queryKey: ['orders', 'own', address],
    queryFn: async (context) => (await api.orders({ address, limit: '20' }, context)).data,
    refetchInterval: paces.own,
  })

/** All orders that a search finds. A hash is a transaction or a commitment hash: both are asked for. */
export const searchQuery = (api: Api, search: Exclude<Search, { kind: 'order' }>) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: async (context) => {
      if (search.kind === 'list') return (await api.orders({ [search.filter]: search.value }, context)).data
      const pages = await Promise.all(
        ['tx_hash', 'commitment_hash'].map((filter) => api.orders({ [filter]: search.value }, context)),
      )
      return pages.flatMap((page) => page.data)
    },
  })

export const statsQuery = (api: Api) =>
  queryOptions({ queryKey: ['stats'], queryFn: api.stats, refetchInterval: paces.stats })

export const relayerHealthQuery = (api: Api) =>
  queryOptions({ queryKey: ['health'], queryFn: api.relayerHealth, refetchInterval: paces.status, retry: false })

export const readinessQuery = (api: Api, service: 'orderbook' | 'relayer') =>
  queryOptions({
    queryKey: ['readiness', service],
    queryFn: (context) => api.readiness(service, context),
    refetchInterval: paces.status,
    retry: false,
  })
