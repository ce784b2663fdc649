import { errorCodeNames } from './error-codes.ts'
import { quoteSchema } from './quote.ts'
import { z } from './zod.ts'

/** A field that failed validation: its path and the reason, but never the value. */
export const issueSchema = z.object({ path: z.string(), message: z.string() }).openapi('Issue')

/** The body of every error answer of both services. */
export const errorEnvelopeSchema = z
  .object({
    status: z.literal('Error'),
    result: z.string().openapi({ description: 'What went wrong, for a person.' }),
    code: z.enum(errorCodeNames).openapi({ description: 'What went wrong, for a program. Stable.' }),
    request_id: z.string().openapi({ description: 'Quote it when you report the error.' }),
    retryable: z.boolean().openapi({ description: 'Whether the same request may succeed later.' }),
    details: z
      .looseObject({
        issues: z.array(issueSchema).optional().openapi({ description: 'The first twenty fields that failed.' }),
        issue_count: z.int().optional().openapi({ description: 'How many fields failed, when more than twenty did.' }),
        quote: quoteSchema
          .optional()
          .openapi({ description: 'With `QUOTE_WITHDRAWN`: the next best quote, to be accepted.' }),
      })
      .optional()
      .openapi({ description: 'Facts about the error, by code.' }),
  })
  .openapi('ErrorEnvelope')

export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>

/** The body of every success answer: `{status: 'Success', result}`. */
export const successEnvelopeSchema = <T extends z.ZodType>(result: T) =>
  z.object({ status: z.literal('Success'), result })

export const success = <T>(result: T): { status: 'Success'; result: T } => ({
  status: 'Success',
  result,
})
