import type { IndicativeQuote, Route, TandemClient, TandemError } from '@tandem/sdk'
import { queryOptions } from '@tanstack/react-query'

/** How often the card asks again, in milliseconds. */
const paces = { routes: 15_000, price: 10_000, readiness: 3_000 }

/** Milliseconds after which a service that has not answered counts as silent: the user is told within seconds. */
const patienceMs = { price: 8_000, readiness: 5_000 }

const within = (signal: AbortSignal, ms: number) => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) })

/** The limits of each route at the price of now, and how long its newest orders took. */
export const routesQuery = (client: TandemClient) =>
  queryOptions<Route[], TandemError>({
    queryKey: ['tandem', 'routes'],
    queryFn: ({ signal }) => client.listRoutes(within(signal, patienceMs.price)),
    refetchInterval: paces.routes,
    retry: false,
  })

interface WantedQuote {
  source: string
  destination: string
  /** Base units of the source; nothing is asked while it is `undefined`. */
  amount: bigint | undefined
}

/** The price of an amount. It binds no maker. */
export const quoteQuery = (client: TandemClient, { source, destination, amount }: WantedQuote) =>
  queryOptions<IndicativeQuote, TandemError>({
    queryKey: ['tandem', 'card-quote', source, destination, String(amount)],
    queryFn: ({ signal }) =>
      client.getIndicativeQuote(
        { source_asset: source, destination_asset: destination, source_amount: String(amount) },
        within(signal, patienceMs.price),
      ),
    enabled: amount !== undefined,
    refetchInterval: paces.price,
    // The user is told at once, and the next round asks again.
    retry: false,
  })

export type ServiceName = 'orderbook' | 'relayer'

/** Whether a service answers. One that says that it is not ready (503) does answer. */
export const answersQuery = (client: TandemClient, service: ServiceName) =>
  queryOptions<boolean>({
    queryKey: ['tandem', 'answers', service],
    queryFn: ({ signal }) => {
      const options = within(signal, patienceMs.readiness)
      const asked =
        service === 'orderbook' ? client.getOrderbookReadiness(options) : client.getRelayerReadiness(options)
      return asked.then(
        () => true,
        (error: TandemError) => error.httpStatus === 503,
      )
    },
    refetchInterval: paces.readiness,
    retry: false,
  })
