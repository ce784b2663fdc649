import type { ErrorCode } from '../error-codes.ts'
import type { z } from '../zod.ts'

/** The source of the document, the routes' tests and the generated docs. */
export interface Operation {
  method: 'get' | 'post' | 'delete'
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string
  preview?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  bodyExample?: unknown
  /** Headers that the operation reads, beside those of every write. */
  headers?: z.ZodObject
  /** Whether `Idempotency-Key` is read and an API key may be asked for. */
  isWrite?: true
  /** Success answers by status. `envelope`: the schema is the `result`; otherwise the body itself. */
  success: Record<
    number,
    {
      description: string
      schema?: z.ZodType
      contentType?: string
      /** Also answered as server-sent events, each with this as its data. */
      events?: z.ZodType
      /** Headers that this answer carries, beside those of every answer. */
      headers?: readonly AnswerHeader[]
      envelope: boolean
      example?: unknown
    }
  >
  errors: readonly ErrorCode[]
}

/** A header of some answers; `answerHeaders` (headers.ts) says what it means. */
export type AnswerHeader = 'ETag' | 'Location' | 'Cache-Control'

/** Probes stand before the rate limit, and ignore parameters. */
export const isProbe = ({ tag }: Pick<Operation, 'tag'>): boolean => tag === 'Operation'

/** Errors that any operation may answer with. */
export const commonErrors = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const satisfies readonly ErrorCode[]

/** Errors that any write may answer with. */
export const writeErrors = [
  'INVALID_REQUEST',
  'MALFORMED_JSON',
  'UNAUTHORIZED',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_CONTENT_TYPE',
] as const satisfies readonly ErrorCode[]
