import { fetchWithin } from '@tandem/service-kit'
import { createPublicClient, http } from 'viem'
import type { Clock } from '../ports.ts'
import type { GasPrices } from './ports.ts'

const freshMs = 15_000
/** A gas price that is older than this counts as unknown. */
const staleMs = 300_000
const timeoutMs = 1_000
/** A hexadecimal number of at most 64 bits, eighteen billion gwei: nothing larger is a gas price. */
const pricePattern = /^0x[0-9a-f]{1,16}$/i

type Kept = { askedAt: number; asking: Promise<void>; hasEnded: boolean; last?: { wei: bigint; at: number } }

/**
 * Gas prices by `eth_gasPrice`: the median of all HTTP endpoints, of an even number the lower middle one. One liar among
 * three cannot move the price. One among two can hide the fee, which the operator then pays, but never raise it. Only the
 * first reading is waited for, a second at most. Never rejects.
 */
export function makeGasPrices(rpcUrls: Readonly<Record<string, readonly string[]>>, now: Clock): GasPrices {
  const kept = new Map<string, Kept>()
  const clients = new Map(
    Object.entries(rpcUrls).map(([chain, urls]) => [
      chain,
      urls.filter((url) => url.startsWith('http')).map((url) => clientOf(url)),
    ]),
  )

  async function read(chain: string): Promise<bigint | undefined> {
    const answers = await Promise.allSettled(
      (clients.get(chain) ?? []).map((client) => client.request({ method: 'eth_gasPrice' })),
    )
    const prices = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [String(answer.value)] : []))
      .filter((text) => pricePattern.test(text))
      .map((text) => BigInt(text))
      .sort((one, other) => (one < other ? -1 : 1))
    return prices[Math.floor((prices.length - 1) / 2)]
  }

  function ask(chain: string, before: Kept | undefined): Kept {
    const reading: Kept = { ...before, askedAt: now(), asking: Promise.resolve(), hasEnded: before?.hasEnded ?? false }
    reading.asking = read(chain).then((wei) => {
      reading.hasEnded = true
      if (wei !== undefined) reading.last = { wei, at: now() }
    })
    kept.set(chain, reading)
    return reading
  }

  return async (chain) => {
    const known = kept.get(chain)
    const reading = known === undefined || now() - known.askedAt >= freshMs ? ask(chain, known) : known
    if (!reading.hasEnded) await reading.asking
    const { last } = reading
    return last === undefined || now() - last.at > staleMs ? undefined : last.wei
  }
}

const clientOf = (url: string) =>
  createPublicClient({ transport: http(url, { timeout: 0, retryCount: 0, fetchFn: fetchWithin(timeoutMs) }) })
