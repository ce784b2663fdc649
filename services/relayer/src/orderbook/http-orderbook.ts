import {
  errorEnvelopeSchema,
  eventPageSchema,
  type OrderPageWire,
  type OrderWire,
  orderConsentSchema,
  orderEventSchema,
  orderPageSchema,
  orderSchema,
  successEnvelopeSchema,
  z,
} from '@tandem/contracts'
import {
  AppError,
  type HttpAnswer,
  jsonOf,
  LargeAnswerError,
  makeHttpClient,
  NoAnswerError,
  traceHeaders,
} from '@tandem/service-kit'
import type { Orderbook } from '../work/ports.ts'

const orderAnswerSchema = successEnvelopeSchema(orderSchema)
const consentAnswerSchema = successEnvelopeSchema(orderConsentSchema)
type Page = Pick<OrderPageWire, 'data' | 'next_cursor'>
/** Checks only what is read: an event of a type that is unknown here must not hide the others. */
const eventsAnswerSchema = successEnvelopeSchema(
  eventPageSchema.extend({ data: z.array(orderEventSchema.pick({ order_id: true }).extend({ type: z.string() })) }),
)
const pageAnswerSchema = successEnvelopeSchema(orderPageSchema.pick({ data: true, next_cursor: true }))
const attempts = 3
const pageSize = 100
const eventsAtOnce = 500
/** The longest answer that is read, in bytes. A page of 100 orders has some 400 KB. */
const maxBytes = 2 * 1_024 * 1_024

/** Seconds to wait after the orderbook's limit: the bounds of its `Retry-After`, and the pause when it names none. */
const pause = { least: 1, most: 60, unnamed: 2 }

export interface HttpOrderbookOptions {
  url: string
  timeoutMs: number
  /** With a key, the orderbook's limit counts this relayer alone. */
  apiKey?: string | undefined
}

/** Reads the orderbook. A failed read is repeated twice, but not when the orderbook limits its requests. */
export function makeHttpOrderbook({ url, timeoutMs, apiKey }: HttpOrderbookOptions): Orderbook {
  const ask = makeHttpClient({ timeoutMs, maxBytes })
  const credentials = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }

  async function readOnce<T>(path: string, schema: z.ZodType<{ result: T }>): Promise<T> {
    const headers = { ...traceHeaders(), ...credentials }
    const answer = await ask({ url: new URL(path, url), headers }).catch((cause: unknown) => {
      if (cause instanceof LargeAnswerError)
        throw new AppError('UPSTREAM_INVALID', `the orderbook answered more than ${maxBytes} bytes`, { cause })
      const code = cause instanceof NoAnswerError ? 'UPSTREAM_TIMEOUT' : 'UNAVAILABLE'
      throw new AppError(code, 'the orderbook did not answer', { retryAfterSecs: 2, cause })
    })
    const body = jsonOf(answer)
    const found = schema.safeParse(body)
    if (answer.status < 300 && found.success) return found.data.result
    const refusal = errorEnvelopeSchema.safeParse(body)
    if (refusal.success && refusal.data.code === 'ORDER_NOT_FOUND')
      throw new AppError('ORDER_NOT_FOUND', 'no order has this identifier')
    if (refusal.success && refusal.data.code === 'EVENTS_GONE')
      throw new AppError('EVENTS_GONE', 'the orderbook keeps later events only', {
        details: refusal.data.details ?? {},
      })
    if (answer.status === 429) throw limitedBy(answer)
    if (answer.status >= 500)
      throw new AppError('UNAVAILABLE', 'the orderbook cannot answer now', { retryAfterSecs: 2 })
    throw new AppError('UPSTREAM_INVALID', 'the orderbook answered nonsense')
  }

  async function read<T>(path: string, schema: z.ZodType<{ result: T }>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readOnce(path, schema)
      } catch (error) {
        const isFinal = !(error instanceof AppError) || !error.retryable || isLimit(error) || attempt === attempts
        if (isFinal) throw error
      }
    }
  }

  return {
    getOrder: (orderId) => read<OrderWire>(`/orders/${orderId}`, orderAnswerSchema),
    getConsent: (orderId) => readOnce(`/orders/${orderId}/consent`, consentAnswerSchema),
    listOrders({ statuses, updatedAfter }) {
      const query = new URLSearchParams({ status: statuses.join(','), limit: String(pageSize) })
      if (updatedAfter !== undefined) query.set('updated_after', updatedAfter.toISOString())
      return ordersOf(async (cursor) => {
        if (cursor !== undefined) query.set('cursor', cursor)
        return read<Page>(`/orders?${query}`, pageAnswerSchema)
      })
    },
    listEvents: (afterSeq) => read(`/events?after_seq=${afterSeq}&limit=${eventsAtOnce}`, eventsAnswerSchema),
    lastEventOf: async (orderId) =>
      (await read(`/orders/${orderId}/events?limit=${eventsAtOnce}`, eventsAnswerSchema)).last_seq,
  }
}

/** Reads orders page by page. A generator would end at its first error; here a failed page can be asked for again. */
function ordersOf(readPage: (cursor: string | undefined) => Promise<Page>): AsyncIterableIterator<OrderWire> {
  let page: readonly OrderWire[] = []
  let at = 0
  let cursor: string | undefined | null
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      while (at === page.length) {
        if (cursor === null) return { done: true, value: undefined }
        const { data, next_cursor: next } = await readPage(cursor)
        ;[page, at, cursor] = [data, 0, next]
      }
      const value = page[at] as OrderWire
      at += 1
      return { done: false, value }
    },
  }
}

const limit = 'the orderbook limits its requests'
const isLimit = ({ cause }: AppError): boolean => cause === limit

function limitedBy({ headers }: HttpAnswer): AppError {
  const named = Number(headers['retry-after'])
  const secs = Number.isInteger(named) ? Math.min(pause.most, Math.max(pause.least, named)) : pause.unnamed
  return new AppError('UNAVAILABLE', 'the orderbook was asked too often', { retryAfterSecs: secs, cause: limit })
}
