import { randomUUID } from 'node:crypto'
import { makerAnswerSchema, maxMakerAnswerBytes, refundAnswerSchema, type z } from '@tandem/contracts'
import { jsonOf, makeHttpClient } from '@tandem/service-kit'
import { ConsecutiveBreaker, circuitBreaker, ExponentialBackoff, handleAll } from 'cockatiel'
import { publicLookup, type ResolveName } from '../outgoing/public-address.ts'
import { signedHeaders } from '../outgoing/signature.ts'
import type { Clock } from '../ports.ts'
import type { Maker } from './domain/maker.ts'
import type { MakerEndpoint } from './ports.ts'

export type MakerEndpointOptions = {
  /** Allows private addresses, for a devnet. */
  allowPrivate: boolean
  resolveName?: ResolveName | undefined
  quoteWithinMs: number
  orderWithinMs: number
  now: Clock
}

/** Quote requests that fail in a row before the circuit opens. */
const failuresUntilOpen = 5
const restMs = { initialDelay: 1_000, maxDelay: 60_000 }

/**
 * The client of one maker's endpoint. Answers are limited in time and bytes, and redirects are not followed. After
 * failures the maker is asked for no quotes for a while, but always about orders and refunds.
 */
export function makeMakerEndpoint(maker: Maker, options: MakerEndpointOptions): MakerEndpoint {
  const lookup = options.allowPrivate ? undefined : publicLookup(options.resolveName)
  const clientFor = (timeoutMs: number) => makeHttpClient({ timeoutMs, maxBytes: maxMakerAnswerBytes, lookup })
  const orders = clientFor(options.orderWithinMs)
  const clients = { quotes: clientFor(options.quoteWithinMs), orders, refunds: orders }
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: new ExponentialBackoff(restMs),
    breaker: new ConsecutiveBreaker(failuresUntilOpen),
  })

  async function ask<T>(path: keyof typeof clients, schema: z.ZodType<T>, question: object): Promise<T> {
    const body = JSON.stringify(question)
    const timestamp = Math.floor(options.now() / 1000)
    const answer = await clients[path]({
      url: new URL(path, maker.endpoint),
      method: 'POST',
      headers: {
        ...signedHeaders(maker.secret, randomUUID(), timestamp, body),
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'Tandem-Orderbook/1',
      },
      body,
    })
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    const parsed = schema.safeParse(jsonOf(answer))
    if (!parsed.success) throw new Error('answered what the protocol does not know')
    return parsed.data
  }

  return {
    askQuote: (question) => breaker.execute(() => ask('quotes', makerAnswerSchema, question)),
    askOrder: (question) => ask('orders', makerAnswerSchema, question),
    askRefund: (question) => ask('refunds', refundAnswerSchema, question),
  }
}
