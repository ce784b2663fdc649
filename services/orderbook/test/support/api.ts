import {
  type CreateOrderWire,
  errorEnvelopeSchema,
  type OrderWire,
  orderSchema,
  type QuoteWire,
  quoteSchema,
  successEnvelopeSchema,
  type z,
} from '@tandem/contracts'
import type request from 'supertest'
import { randomAddress, randomHash } from './builders.ts'

type Api = ReturnType<typeof request>

/** The result of a success answer, checked strictly against its wire schema: no field may be missing or unknown. */
export function resultOf<T extends z.ZodType>(response: request.Response, schema: T): z.output<T> {
  if (response.status >= 400) throw new Error(`${response.status}: ${response.text}`)
  return (successEnvelopeSchema(schema).parse(response.body) as { result: z.output<T> }).result
}

/** Status, code and details of an error answer, checked against the envelope. */
export function errorOf(response: request.Response) {
  const body = errorEnvelopeSchema.parse(response.body)
  return { status: response.status, code: body.code, result: body.result, details: body.details }
}

export async function requestQuote(
  api: Api,
  over: Partial<Record<'source_asset' | 'destination_asset' | 'source_amount', string>> = {},
): Promise<QuoteWire> {
  const body = {
    source_asset: 'devnet_a:usdc',
    destination_asset: 'devnet_b:usdc',
    source_amount: '25000000',
    ...over,
  }
  return resultOf(await api.post('/quotes').send(body), quoteSchema)
}

/** The body of POST /orders that agrees with a quote. */
export function orderBody(quote: QuoteWire, over: Partial<CreateOrderWire> = {}): CreateOrderWire {
  return {
    user_id: 'user-1',
    quote_id: quote.quote_id,
    source: { ...quote.source, recipient: randomAddress() },
    destination: { ...quote.destination, recipient: randomAddress() },
    commitment_hash: randomHash(),
    ...over,
  }
}

export async function createOrder(api: Api, over: Partial<CreateOrderWire> = {}): Promise<OrderWire> {
  return resultOf(await api.post('/orders').send(orderBody(await requestQuote(api), over)), orderSchema)
}
