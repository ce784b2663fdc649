import type { ResponseConfig } from '@asteasolutions/zod-to-openapi'
import { type ErrorCode, errorCodes } from '../error-codes.ts'
import { type AnswerHeader, isProbe, type Operation } from './operation.ts'

type Headers = NonNullable<ResponseConfig['headers']>

interface Header {
  description: string
  required?: true
  schema: { type: 'string' | 'integer'; minimum?: number; enum?: string[]; example?: string | number }
}
type HeaderName =
  | AnswerHeader
  | 'X-Request-Id'
  | 'Retry-After'
  | 'Idempotency-Replayed'
  | 'WWW-Authenticate'
  | `RateLimit-${'Policy' | 'Limit' | 'Remaining' | 'Reset'}`

const count = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } })
const text = (description: string): Header => ({ description, schema: { type: 'string' } })

/** Every header that an answer may carry and a client may read. */
export const answerHeaders: Record<HeaderName, Header> = {
  'X-Request-Id': { ...text('The `X-Request-Id` of the request, or one that was made.'), required: true },
  'RateLimit-Policy': text('Requests and seconds of the limit, where one is set: `300;w=60`.'),
  'RateLimit-Limit': count('Requests within the window, where a limit is set.'),
  'RateLimit-Remaining': count('Requests left in the window.'),
  'RateLimit-Reset': count('Seconds until the window ends.'),
  'Retry-After': count('Seconds after which the same request may succeed.'),
  'Idempotency-Replayed': {
    description: 'Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': text('How to authenticate.'),
  ETag: text('Of the answer; send it as `If-None-Match`.'),
  Location: text('The path of what was made.'),
  'Cache-Control': text('How long the answer may be kept.'),
}

const named = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, answerHeaders[name]])) as unknown as Headers

const limits: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const ofEvery = (operation: Operation): readonly HeaderName[] => ['X-Request-Id', ...(isProbe(operation) ? [] : limits)]

/** The headers of a success. */
export const successHeaders = (operation: Operation, own: readonly AnswerHeader[] = []): Headers =>
  named([...ofEvery(operation), ...(operation.method === 'post' ? (['Idempotency-Replayed'] as const) : []), ...own])

/** The headers of the errors that share a status. */
export const errorHeaders = (operation: Operation, codes: readonly ErrorCode[]): Headers =>
  named([
    ...ofEvery(operation),
    ...(codes.some((code) => errorCodes[code].retryable) ? (['Retry-After'] as const) : []),
    ...(codes.includes('UNAUTHORIZED') ? (['WWW-Authenticate'] as const) : []),
  ])
