import {
  errorEnvelopeSchema,
  type OrderPageWire,
  type OrderWire,
  orderConsentSchema,
  orderPageSchema,
  orderSchema,
  successEnvelopeSchema,
  type z,
} from '@tandem/contracts'
import { AppError, jsonOf, makeHttpClient, NoAnswerError, traceHeaders } from '@tandem/service-kit'
import type { Orderbook } from '../work/ports.ts'

const orderAnswerSchema = successEnvelopeSchema(orderSchema)
const consentAnswerSchema = successEnvelopeSchema(orderConsentSchema)
/** As an orderbook of the release before answers it: without `resume_cursor`, which this list, newest first, does not need. */
type OlderPage = Omit<OrderPageWire, 'resume_cursor'>
const pageAnswerSchema = successEnvelopeSchema(orderPageSchema.omit({ resume_cursor: true }))
const attempts = 3
const pageSize = 100

/** The orderbook over HTTP. Reading is safe to repeat, so a failed read is, twice. */
export function makeHttpOrderbook({ url, timeoutMs }: { url: string; timeoutMs: number }): Orderbook {
  const ask = makeHttpClient({ timeoutMs })

  async function readOnce<T>(path: string, schema: z.ZodType<{ result: T }>): Promise<T> {
    const answer = await ask({ url: new URL(path, url), headers: traceHeaders() }).catch((cause: unknown) => {
      const code = cause instanceof NoAnswerError ? 'UPSTREAM_TIMEOUT' : 'UNAVAILABLE'
      throw new AppError(code, 'the orderbook did not answer', { retryAfterSecs: 2, cause })
    })
    const body = jsonOf(answer)
    const found = schema.safeParse(body)
    if (answer.status < 300 && found.success) return found.data.result
    const refusal = errorEnvelopeSchema.safeParse(body)
    if (refusal.success && refusal.data.code === 'ORDER_NOT_FOUND')
      throw new AppError('ORDER_NOT_FOUND', 'no order has this identifier')
    if (answer.status >= 500)
      throw new AppError('UNAVAILABLE', 'the orderbook cannot answer now', { retryAfterSecs: 2 })
    throw new AppError('UPSTREAM_INVALID', 'the orderbook answered nonsense')
  }

  async function read<T>(path: string, schema: z.ZodType<{ result: T }>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readOnce(path, schema)
      } catch (error) {
        const isFinal = !(error instanceof AppError) || !error.retryable || attempt === attempts
        if (isFinal) throw error
      }
    }
  }

  return {
    getOrder: (orderId) => read<OrderWire>(`/orders/${orderId}`, orderAnswerSchema),
    getConsent: (orderId) => readOnce(`/orders/${orderId}/consent`, consentAnswerSchema),
    async *listOrders({ statuses, updatedAfter }) {
      const query = new URLSearchParams({ status: statuses.join(','), limit: String(pageSize) })
      if (updatedAfter !== undefined) query.set('updated_after', updatedAfter.toISOString())
      for (;;) {
        const { data, next_cursor: next }: OlderPage = await read(`/orders?${query}`, pageAnswerSchema)
        yield* data
        if (next === null) return
        query.set('cursor', next)
      }
    },
  }
}
