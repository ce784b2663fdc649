import { TandemError } from '../tandem-error.ts'

export interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

export interface RequestOptions {
  /** Ends the request. A write may have been carried out all the same. */
  signal?: AbortSignal
  /** The webhook's secret, for a webhook that was made without an API key. */
  webhookSecret?: string
}

export interface WriteOptions extends RequestOptions {
  /** A retry with the same key gets the stored answer. */
  idempotencyKey?: string
}

/**
 * Reads an answer.
 *
 * @throws TandemError with the service's code; `NETWORK` when no answer came.
 */
export async function answerOf(call: Promise<Answer>): Promise<unknown> {
  const answer = await call.catch((cause: unknown) => {
    if (cause instanceof TandemError) throw cause
    // The cause's own message is not used, because it could repeat the request.
    throw new TandemError('NETWORK', 'no answer came; it is unknown whether the request was carried out', {
      retryable: true,
      cause,
    })
  })
  // A 204 has no data.
  if (answer.response.ok) return answer.data
  throw TandemError.fromAnswer(answer.response.status, answer.error, retryAfterMs(answer.response.headers))
}

export async function resultOf(call: Promise<Answer>): Promise<unknown> {
  const body = await answerOf(call)
  if (typeof body !== 'object' || body === null || !('result' in body))
    throw new TandemError('NETWORK', 'the answer is not in the envelope; a proxy may have replaced it', {
      retryable: true,
    })
  return body.result
}

export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}
