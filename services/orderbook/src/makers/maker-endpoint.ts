import { randomUUID } from 'node:crypto'
import { makerAnswerSchema, maxMakerAnswerBytes, refundAnswerSchema, type z } from '@tandem/contracts'
import { jsonOf, makeHttpClient } from '@tandem/service-kit'
import { CircuitState, ConsecutiveBreaker, circuitBreaker, ExponentialBackoff, handleAll } from 'cockatiel'
import type { Clock } from '../usecases/ports.ts'
import { publicLookup, type ResolveName } from '../webhooks/public-address.ts'
import { signedHeaders } from '../webhooks/signature.ts'
import type { Maker } from './domain/maker.ts'
import type { MakerEndpoint } from './ports.ts'

export type MakerEndpointOptions = {
  /** Lets names resolve to private addresses: for a devnet. */
  allowPrivate: boolean
  resolveName?: ResolveName | undefined
  quoteWithinMs: number
  orderWithinMs: number
  now: Clock
}

/** Failures in a row after which a maker is not asked for a while. */
const failuresUntilOpen = 5
const restMs = { initialDelay: 1_000, maxDelay: 60_000 }
/** How long a maker that lied is not asked; twice as long each time, until it has behaved for a day. */
const firstDistrustMs = 60_000
const longestDistrustMs = 3_600_000
const forgivenAfterMs = 86_400_000

/**
 * A maker's endpoint over connections that are kept. Its deadline holds for the whole answer, redirects are not
 * followed, longer answers than `maxMakerAnswerBytes` are refused, and after some failures in a row it is not asked at all.
 */
export function makeMakerEndpoint(maker: Maker, options: MakerEndpointOptions): MakerEndpoint {
  const lookup = options.allowPrivate ? undefined : publicLookup(options.resolveName)
  const clientFor = (timeoutMs: number) => makeHttpClient({ timeoutMs, maxBytes: maxMakerAnswerBytes, lookup })
  const orders = clientFor(options.orderWithinMs)
  const clients = { quotes: clientFor(options.quoteWithinMs), orders, refunds: orders }
  const trading = makeBreaker()
  // Questions of users whose order it did not fill must not keep it from quoting, nor the other way round.
  const breakers = { quotes: trading, orders: trading, refunds: makeBreaker() }
  let distrust = { untilMs: 0, lengthMs: firstDistrustMs }

  const isDistrusted = () => options.now() < distrust.untilMs

  async function ask<T>(path: keyof typeof clients, schema: z.ZodType<T>, question: object): Promise<T> {
    return breakers[path].execute(async () => {
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
    })
  }

  async function askTrusted(path: 'quotes' | 'orders', question: object) {
    if (isDistrusted()) throw new Error('it broke its word lately')
    return ask(path, makerAnswerSchema, question)
  }

  /** After failures a maker is tried by a quote that does not wait for it: a user would wait as long as it hangs. */
  async function askQuote(question: object) {
    if (trading.state === CircuitState.Closed) return askTrusted('quotes', question)
    // One try at a time: whoever asks while it is under way would wait for its end.
    if (trading.state === CircuitState.Open) void askTrusted('quotes', question).catch(() => undefined)
    throw new Error('it failed lately, and has not answered since')
  }

  return {
    askQuote,
    askOrder: (question) => askTrusted('orders', question),
    askRefund: (question) => ask('refunds', refundAnswerSchema, question),
    isDistrusted,
    distrust: () => {
      const now = options.now()
      const isForgiven = now - distrust.untilMs > forgivenAfterMs
      const lengthMs = isForgiven ? firstDistrustMs : Math.min(longestDistrustMs, distrust.lengthMs * 2)
      distrust = { untilMs: now + lengthMs, lengthMs }
    },
  }
}

const makeBreaker = () =>
  circuitBreaker(handleAll, {
    halfOpenAfter: new ExponentialBackoff(restMs),
    breaker: new ConsecutiveBreaker(failuresUntilOpen),
  })
