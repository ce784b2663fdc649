export * from './claim.ts'
export * from './client-errors.ts'
export * from './consent.ts'
export * from './envelope.ts'
export * from './error-codes.ts'
export type { ErrorMeaning } from './error-money.ts'
export * from './event.ts'
export * from './fields.ts'
export * from './health.ts'
export * from './maker.ts'
export * from './maker-protocol.ts'
export * from './maker-quote.ts'
export { makersJsonSchema } from './makers-json-schema.ts'
export * from './network.ts'
export { networkJsonSchema } from './network-json-schema.ts'
export {
  buildDocument,
  type OpenApiDocument,
} from './openapi/build-document.ts'
export { errorExample } from './openapi/error-examples.ts'
export {
  commonErrors,
  type Operation,
  writeErrors,
} from './openapi/operation.ts'
export { orderbookDocument, orderbookOperations } from './openapi/orderbook.ts'
export { relayerDocument, relayerOperations } from './openapi/relayer.ts'
export * from './order.ts'
export * from './page.ts'
export * from './quote.ts'
export * from './rules/index.ts'
export * from './scalars.ts'
export * from './stats.ts'
export * from './webhook.ts'
export { z } from './zod.ts'
