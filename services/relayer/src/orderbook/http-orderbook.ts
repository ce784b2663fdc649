import { errorEnvelopeSchema, type OrderWire, orderSchema, successEnvelopeSchema } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Orderbook } from '../usecases/ports.ts'

const answerSchema = successEnvelopeSchema(orderSchema)
const attempts = 3

/** The orderbook over HTTP. Reading is safe to repeat, so a failed read is, twice. */
export function makeHttpOrderbook({ url, timeoutMs }: { url: string; timeoutMs: number }): Orderbook {
  const read = async (orderId: string): Promise<OrderWire> => {
    const answer = await fetch(new URL(`/orders/${orderId}`, url), { signal: AbortSignal.timeout(timeoutMs) }).catch(
      (cause: unknown) => {
        const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
        throw new AppError(isTimeout ? 'UPSTREAM_TIMEOUT' : 'UNAVAILABLE', 'the orderbook did not answer', {
          retryAfterSecs: 2,
          cause,
        })
      },
    )
    const body: unknown = await answer.json().catch(() => undefined)
    const found = answerSchema.safeParse(body)
    if (answer.ok && found.success) return found.data.result
    const refusal = errorEnvelopeSchema.safeParse(body)
    if (refusal.success && refusal.data.code === 'ORDER_NOT_FOUND')
      throw new AppError('ORDER_NOT_FOUND', 'no order has this identifier')
    if (answer.status >= 500)
      throw new AppError('UNAVAILABLE', 'the orderbook cannot answer now', { retryAfterSecs: 2 })
    throw new AppError('UPSTREAM_INVALID', 'the orderbook answered nonsense')
  }
  return {
    async getOrder(orderId) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await read(orderId)
        } catch (error) {
          const isFinal = !(error instanceof AppError) || !error.retryable || attempt === attempts
          if (isFinal) throw error
        }
      }
    },
  }
}
