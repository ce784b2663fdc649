import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import {
  makerAnswerSchema,
  orderAskSchema,
  quoteAskSchema,
  refundAnswerSchema,
  refundAskSchema,
} from './maker-protocol.ts'
import { makerQuoteMessageSchema } from './maker-quote.ts'
import { z } from './zod.ts'

const messages = {
  QuoteRequest: quoteAskSchema,
  QuoteAnswer: makerAnswerSchema,
  OrderRequest: orderAskSchema,
  OrderAnswer: makerAnswerSchema,
  RefundRequest: refundAskSchema,
  RefundAnswer: refundAnswerSchema,
  MakerQuote: makerQuoteMessageSchema,
}

/**
 * The JSON Schema (2020-12) of the makers' protocol, with a definition for each message. Only the
 * zod schemas check the checksums of addresses.
 */
export const makersJsonSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The messages between the orderbook of Tandem and a maker',
  $defs: Object.fromEntries(Object.entries(messages).map(([name, schema]) => [name, definitionOf(schema)])),
})

function definitionOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...definition } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { description } = getOpenApiMetadata(zodSchema as unknown as z.ZodType)
      if (description !== undefined) jsonSchema.description = description
    },
  })
  return definition
}
