import { EndpointError } from '@tandem/chain'
import type { Transport } from 'viem'

const believedMs = 5_000

/**
 * Asks an endpoint for its chain id every few seconds, and refuses the endpoint when the id has changed. After the
 * start, somebody could point the URL at another chain, where an escrow would be missing and count as never funded.
 *
 * @param options.now unix milliseconds.
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
