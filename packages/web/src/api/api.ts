import type {
  AssetConfig,
  ChainConfig,
  ClaimWire,
  ExplanationWire,
  MakerWire,
  OrderPageWire,
  OrderWire,
  ReadinessWire,
  RelayerHealthWire,
  StatsWire,
} from '@tandem/contracts'
import type { WebConfig } from '../config.ts'
import { en } from '../strings/en.ts'

/** A service refused a request, and `message` is its sentence; or no answer came, and `code` is `NETWORK`. */
export class ApiError extends Error {
  readonly code: string
  readonly requestId: string | null
  readonly status: number | null

  constructor(code: string, message: string, { status = null, requestId = null }: Partial<ApiError> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
  }
}

export type Api = ReturnType<typeof makeApi>
type Signal = { signal: AbortSignal }

/** Makes the client with which the pages read from both services. Reading needs no key and no wallet. */
export function makeApi({ baseUrl, relayerUrl, rpcUrls, devnetUser }: WebConfig) {
  const orderbook = <T>(path: string, { signal }: Signal) => readResult<T>(baseUrl + path, signal)
  const query = (filters: Record<string, string>) => new URLSearchParams(filters).toString()
  return {
    baseUrl,
    relayerUrl,
    rpcUrls,
    devnetUser,
    order: (orderId: string, options: Signal) => orderbook<OrderWire>(orderPath(orderId), options),
    explanation: (orderId: string, options: Signal) =>
      orderbook<ExplanationWire>(`${orderPath(orderId)}/explain`, options),
    orders: (filters: Record<string, string>, options: Signal) =>
      orderbook<OrderPageWire>(`/orders?${query(filters)}`, options),
    stats: (options: Signal) => orderbook<StatsWire>('/stats', options),
    chains: async (options: Signal) => (await orderbook<{ data: ChainConfig[] }>('/chains', options)).data,
    makers: async (options: Signal) => (await orderbook<{ data: MakerWire[] }>('/makers', options)).data,
    assets: async (options: Signal) => (await orderbook<{ data: AssetConfig[] }>('/assets', options)).data,
    claimsOf: async (orderId: string, { signal }: Signal) =>
      (await readResult<{ data: ClaimWire[] }>(`${relayerUrl}/claims?${query({ order_id: orderId })}`, signal)).data,
    /** Health and readiness answer with the same body when they are 503, so that status is no error here. */
    relayerHealth: ({ signal }: Signal) => readPlain<RelayerHealthWire>(`${relayerUrl}/health`, signal),
    readiness: (service: 'orderbook' | 'relayer', { signal }: Signal) =>
      readPlain<ReadinessWire>(`${service === 'orderbook' ? baseUrl : relayerUrl}/ready`, signal),
    eventsUrl: (orderId: string) => `${baseUrl}${orderPath(orderId)}/events`,
  }
}

/** Builds the path of an order. The id may come from a link of a stranger, so it must stay one segment: `../stats` is no order. */
const orderPath = (orderId: string): string => {
  if (/^\.{0,2}$/.test(orderId)) throw new ApiError('ORDER_NOT_FOUND', en.order.notFound, { status: 404 })
  return `/orders/${encodeURIComponent(orderId)}`
}

/** Milliseconds that a service has for its answer. */
const timeoutMs = 8_000

async function answerOf(url: string, signal: AbortSignal): Promise<Response> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return await fetch(url, { signal: within, headers: { Accept: 'application/json' } })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ApiError('NETWORK', new URL(url).origin)
  }
}

async function readPlain<T>(url: string, signal: AbortSignal): Promise<T> {
  const answer = await answerOf(url, signal)
  return (await answer.json()) as T
}

async function readResult<T>(url: string, signal: AbortSignal): Promise<T> {
  const answer = await answerOf(url, signal)
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (answer.ok) return body.result as T
  throw new ApiError(String(body.code ?? 'UNKNOWN'), String(body.result ?? answer.statusText), {
    status: answer.status,
    requestId: typeof body.request_id === 'string' ? body.request_id : null,
  })
}
