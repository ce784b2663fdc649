import { TandemError } from '../tandem-error.ts'

/** An answer that came: `data` of a success, `error` (JSON, or else text) of any other. */
export interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call; it is unknown then whether a write was carried out. */
  signal?: AbortSignal
  /** Without an API key: the secret of the webhook that is read, enabled or deleted. */
  webhookSecret?: string
}

/** Options of one call that changes something. */
export interface WriteOptions extends RequestOptions {
  /** A retry with the same key replays the stored answer instead of doing the thing twice. */
  idempotencyKey?: string
}

/** The headers and the signal of a call. */
export const sentWith = ({ signal, webhookSecret, idempotencyKey }: WriteOptions) => ({
  ...(signal === undefined ? {} : { signal }),
  headers: {
    ...(webhookSecret === undefined ? {} : { 'Webhook-Secret': webhookSecret }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  },
})

/**
 * The answer as the service gave it.
 *
 * @throws TandemError with the service's code; `NETWORK` when no answer came.
 */
export async function answerOf(call: Promise<Answer>): Promise<unknown> {
  const answer = await call.catch((cause: unknown) => {
    // The cause is kept apart from the message: it could repeat the request.
    throw new TandemError('NETWORK', 'no answer came; it is unknown whether the request was carried out', {
      retryable: true,
      cause,
    })
  })
  // A success without a body (204) has no data.
  if (answer.response.ok) return answer.data
  throw TandemError.fromAnswer(answer.response.status, answer.error, retryAfterMs(answer.response.headers))
}

/** The result that the envelope holds. */
export async function resultOf(call: Promise<Answer>): Promise<unknown> {
  const body = await answerOf(call)
  if (typeof body !== 'object' || body === null || !('result' in body))
    throw new TandemError('NETWORK', 'the answer is not in the envelope; a proxy may have replaced it', {
      retryable: true,
    })
  return body.result
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}
