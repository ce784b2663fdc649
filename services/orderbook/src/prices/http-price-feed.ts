import { decimalSchema, z } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { PriceFeed } from '../usecases/ports.ts'

export type HttpPriceFeedOptions = {
  /** Answers `{"prices": {"USDC": "1.0001", ...}, "updated_at": "2026-11-21T12:00:00Z"}`. */
  url: string
  timeoutMs: number
  maxAgeSecs: number
  now: () => number
  fetch?: typeof fetch
}

/** A price from the future would stay fresh for long. */
const maxAheadSecs = 30

const answerSchema = z.object({ prices: z.record(z.string(), decimalSchema), updated_at: z.iso.datetime() })

/** By asset id or symbol; one answer serves every asset. */
export function makeHttpPriceFeed(options: HttpPriceFeedOptions): PriceFeed {
  const request = options.fetch ?? fetch
  /** A burst of quotes is one request. */
  const keepMs = 2_000
  let kept: { atMs: number; answer: Promise<z.infer<typeof answerSchema>> } | undefined
  const load = async () => {
    const response = await request(options.url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    if (!response.ok) throw new Error(`the price service answered ${response.status}`)
    return answerSchema.parse(await response.json())
  }
  return {
    price: async ({ asset, symbol }) => {
      if (kept === undefined || options.now() - kept.atMs > keepMs) kept = { atMs: options.now(), answer: load() }
      const current = kept
      const { prices, updated_at } = await current.answer.catch((cause: unknown) => {
        if (kept === current) kept = undefined
        throw new AppError('PRICE_UNAVAILABLE', 'The price service cannot be used.', { cause })
      })
      const ageSecs = (options.now() - Date.parse(updated_at)) / 1000
      if (ageSecs > options.maxAgeSecs) {
        throw new AppError('PRICE_UNAVAILABLE', `The price service's prices are ${Math.round(ageSecs)} s old.`)
      }
      if (ageSecs < -maxAheadSecs) {
        throw new AppError(
          'PRICE_UNAVAILABLE',
          `The price service's prices are ${Math.round(-ageSecs)} s ahead of our clock.`,
        )
      }
      const price = prices[asset] ?? prices[symbol]
      if (price === undefined) throw new AppError('PRICE_UNAVAILABLE', `There is no price for ${asset}.`)
      return price
    },
  }
}
