import type { OrderPageWire } from '@tandem/contracts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Search } from '../domain/search.ts'
import type { Api } from './api.ts'

/** Milliseconds between two requests of an open page. An order's page needs none, because its event stream tells of changes. */
const refetchMs = { orders: 10_000, stats: 60_000, status: 3_000, claims: 3_000, own: 5_000 }

export const orderQuery = (api: Api, orderId: string) =>
  queryOptions({ queryKey: ['order', orderId], queryFn: (context) => api.order(orderId, context) })

export const explanationQuery = (api: Api, orderId: string) =>
  queryOptions({ queryKey: ['explanation', orderId], queryFn: (context) => api.explanation(orderId, context) })

/** Reads the claims of an order. It repeats while the order is open, and while a claim of it is not finished. */
export const claimsQuery = (api: Api, orderId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['claims', orderId],
    queryFn: (context) => api.claimsOf(orderId, context),
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.some(({ status }) => ['waiting', 'queued', 'submitted'].includes(status)) ?? false
      return isOpen || isUnderWay ? refetchMs.claims : false
    },
  })

export const chainsQuery = (api: Api) =>
  queryOptions({ queryKey: ['chains'], queryFn: api.chains, staleTime: Number.POSITIVE_INFINITY })

export const assetsQuery = (api: Api) =>
  queryOptions({ queryKey: ['assets'], queryFn: api.assets, staleTime: Number.POSITIVE_INFINITY })

export const recentOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['orders', 'recent'],
    queryFn: (context) => api.orders({ limit: '10' }, context),
    refetchInterval: refetchMs.orders,
  })

export const makersQuery = (api: Api) =>
  queryOptions({ queryKey: ['makers'], queryFn: api.makers, refetchInterval: refetchMs.stats })

/** Reads the newest orders in which an address takes part. */
export const ownOrdersQuery = (api: Api, address: string) =>
  queryOptions({
    queryKey: ['orders', 'own', address],
    queryFn: async (context) => (await api.orders({ address, limit: '20' }, context)).data,
    refetchInterval: refetchMs.own,
  })

/** Reads the orders that a search finds, page by page. A hash may be a transaction or a commitment hash, so both are asked for. */
export const searchQuery = (api: Api, search: Exclude<Search, { kind: 'order' }>) =>
  infiniteQueryOptions({
    queryKey: ['orders', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }): Promise<Pick<OrderPageWire, 'data' | 'next_cursor'>> => {
      if (search.kind === 'list')
        return api.orders({ [search.filter]: search.value, ...(cursor === undefined ? {} : { cursor }) }, { signal })
      const pages = await Promise.all(
        ['tx_hash', 'commitment_hash'].map((filter) => api.orders({ [filter]: search.value }, { signal })),
      )
      return { data: pages.flatMap((page) => page.data), next_cursor: null }
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })

export const statsQuery = (api: Api) =>
  queryOptions({ queryKey: ['stats'], queryFn: api.stats, refetchInterval: refetchMs.stats })

export const relayerHealthQuery = (api: Api) =>
  queryOptions({ queryKey: ['health'], queryFn: api.relayerHealth, refetchInterval: refetchMs.status, retry: false })

export const readinessQuery = (api: Api, service: 'orderbook' | 'relayer') =>
  queryOptions({
    queryKey: ['readiness', service],
    queryFn: (context) => api.readiness(service, context),
    refetchInterval: refetchMs.status,
    retry: false,
  })
