import { TandemError } from '../tandem-error.ts'

export interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

/** The options of every operation of a client. */
export interface RequestOptions {
  /** Ends the request with an error. The service may have carried it out all the same. */
  signal?: AbortSignal
  /** The webhook's secret. It proves that a webhook is yours if it was registered without an API key. */
  webhookSecret?: string
}

/** The options of operations that change something. */
export interface WriteOptions extends RequestOptions {
  /** A repeated request with the same key is not carried out again: it gets the answer of the first one. */
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
    // The message of the cause is not repeated, because it could contain the request, and with it the secret.
    throw new TandemError('NETWORK', 'no answer came; it is unknown whether the request was carried out', {
      retryable: true,
      cause,
    })
  })
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
