import type { IndicativeQuote, Route, TandemClient, TandemError } from '@tandem/sdk'
import { queryOptions } from '@tanstack/react-query'

/** Milliseconds between two requests for the same data. */
const refetchMs = { routes: 15_000, price: 10_000, readiness: 3_000 }

/** Milliseconds that a service has for its answer. They are few, because a user should learn within seconds that it is down. */
const timeoutMs = { price: 8_000, readiness: 5_000 }

const within = (signal: AbortSignal, ms: number) => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) })

/** Reads all routes, with their limits at the current price and the times that their newest orders took. */
export const routesQuery = (client: TandemClient) =>
  queryOptions<Route[], TandemError>({
    queryKey: ['tandem', 'routes'],
    queryFn: ({ signal }) => client.listRoutes(within(signal, timeoutMs.price)),
    refetchInterval: refetchMs.routes,
    retry: false,
  })

interface WantedQuote {
  source: string
  destination: string
  /** Base units of the source. Nothing is asked while it is `undefined`. */
  amount: bigint | undefined
}

/** Asks for the current price. It is an estimate, to which no market maker is bound. */
export const quoteQuery = (client: TandemClient, { source, destination, amount }: WantedQuote) =>
  queryOptions<IndicativeQuote, TandemError>({
    queryKey: ['tandem', 'card-quote', source, destination, String(amount)],
    queryFn: ({ signal }) =>
      client.getIndicativeQuote(
        { source_asset: source, destination_asset: destination, source_amount: String(amount) },
        within(signal, timeoutMs.price),
      ),
    enabled: amount !== undefined,
    refetchInterval: refetchMs.price,
    // The user is told of an error at once, and the next interval asks again.
    retry: false,
  })

export type ServiceName = 'orderbook' | 'relayer'

/** Asks whether a service answers. A service that says that it is not ready (503) does answer. */
export const answersQuery = (client: TandemClient, service: ServiceName) =>
  queryOptions<boolean>({
    queryKey: ['tandem', 'answers', service],
    queryFn: ({ signal }) => {
      const options = within(signal, timeoutMs.readiness)
      const asked =
        service === 'orderbook' ? client.getOrderbookReadiness(options) : client.getRelayerReadiness(options)
      return asked.then(
        () => true,
        (error: TandemError) => error.httpStatus === 503,
      )
    },
    refetchInterval: refetchMs.readiness,
    retry: false,
  })
