import { decimalSchema, isTooDeep, z } from '@tandem/contracts'
import { NoPriceError, type PriceFeed } from './price-feed.ts'

export interface HttpPriceFeedOptions {
  /** The URL of a service that answers `{"prices": {"USDC": "1.0001", ...}, "updated_at": "2026-11-21T12:00:00Z"}`. */
  url: string
  maxAgeSecs: number
  /** In unix milliseconds. */
  now: () => number
  /**
   * An HTTP client that follows no redirect, and gives up when an answer takes too long or is longer than `maxBytes`.
   */
  ask: (question: {
    url: URL
    headers: Readonly<Record<string, string>>
    maxBytes: number
  }) => Promise<{ status: number; text: string }>
}

/** A price takes some 50 bytes, so this is room for 20,000 of them. */
const maxBytes = 1_024 * 1_024

/**
 * How many seconds a price's timestamp may be ahead of our clock. A price from the future would count as fresh for too
 * long.
 */
const maxAheadSecs = 30

/** How long an answer is reused, in milliseconds, so that a burst of quotes makes one request. */
const keepMs = 2_000

const answerSchema = z.object({ prices: z.record(z.string(), decimalSchema), updated_at: z.iso.datetime() })

/** Reads prices from a URL, by asset id or symbol. One answer serves every asset. */
export function makeHttpPriceFeed({ url, maxAgeSecs, now, ask }: HttpPriceFeedOptions): PriceFeed {
  let kept: { atMs: number; answer: Promise<z.infer<typeof answerSchema>> } | undefined
  const load = async () => {
    const { status, text } = await ask({ url: new URL(url), headers: { accept: 'application/json' }, maxBytes })
    if (status !== 200) throw new Error(`the price service answered ${status}`)
    if (isTooDeep(text)) throw new Error('the answer of the price service is nested too deep')
    return answerSchema.parse(JSON.parse(text))
  }
  return {
    price: async ({ asset, symbol }) => {
      if (kept === undefined || now() - kept.atMs > keepMs) kept = { atMs: now(), answer: load() }
      const current = kept
      const { prices, updated_at } = await current.answer.catch((cause: unknown) => {
        if (kept === current) kept = undefined
        throw new NoPriceError('The price service cannot be used.', { cause })
      })
      const ageSecs = (now() - Date.parse(updated_at)) / 1000
      if (ageSecs > maxAgeSecs) throw new NoPriceError(`The price service's prices are ${Math.round(ageSecs)} s old.`)
      if (ageSecs < -maxAheadSecs)
        throw new NoPriceError(`The price service's prices are ${Math.round(-ageSecs)} s ahead of our clock.`)
      const price = prices[asset] ?? prices[symbol]
      if (price === undefined) throw new NoPriceError(`There is no price for ${asset}.`)
      if (/^[0.]+$/.test(price)) throw new NoPriceError(`The price service has a price of zero for ${asset}.`)
      return price
    },
  }
}
