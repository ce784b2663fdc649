import { EndpointError } from '@tandem/chain'
import type { Transport } from 'viem'

/** How long an endpoint is believed to be of the chain that it said. */
const believedMs = 5_000

/**
 * A transport that reads and sends nothing through an endpoint of another chain: a provider's URL can be pointed
 * elsewhere long after the start, and an escrow that is missing there would count as never funded.
 *
 * @param chainId the chain that the network file names.
 * @param options.now milliseconds, for tests.
 */
export function pinnedTo(
  chainId: number,
  transport: Transport,
  { now = Date.now }: { now?: () => number } = {},
): Transport {
  let askedAt = Number.NEGATIVE_INFINITY
  return (options) => {
    const inner = transport(options)
    const request = async (call: { method: string; params?: unknown }, rest?: unknown) => {
      if (now() - askedAt > believedMs) {
        const given = Number(await inner.request({ method: 'eth_chainId' }))
        if (given !== chainId) throw new EndpointError('wrong_data', `is of chain ${given}, not ${chainId}`)
        askedAt = now()
      }
      return (inner.request as (call: unknown, rest?: unknown) => Promise<unknown>)(call, rest)
    }
    return { ...inner, request: request as typeof inner.request }
  }
}
