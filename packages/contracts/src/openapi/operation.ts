import type { ErrorCode } from '../error-codes.ts'
import type { z } from '../zod.ts'

/**
 * An operation of the API. The OpenAPI document, tests of the routes, and docs are made from it.
 */
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
  /** Headers that the operation reads in addition to those of every write. */
  headers?: z.ZodObject
  /** Whether `Idempotency-Key` is read and an API key may be asked for. */
  isWrite?: true
  /**
   * The success answers by status. With `envelope`, the schema is that of `result`; otherwise it is that of the whole
   * body.
   */
  success: Record<
    number,
    {
      description: string
      schema?: z.ZodType
      contentType?: string
      /** The schema of each event's data, where the answer can also be a stream of server-sent events. */
      events?: z.ZodType
      /** Headers of this answer in addition to those of every answer. */
      headers?: readonly AnswerHeader[]
      envelope: boolean
      example?: unknown
    }
  >
  errors: readonly ErrorCode[]
}

/** A header of some answers; `answerHeaders` (headers.ts) says what it means. */
export type AnswerHeader = 'ETag' | 'Location' | 'Cache-Control'

/** True for probes, which run before the rate limit, and ignore parameters. */
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
