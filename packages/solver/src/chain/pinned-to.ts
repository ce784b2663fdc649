import type { Transport } from 'viem'

/** How long an endpoint is believed to be of the chain that it said. */
const believedMs = 5_000

/** The error of an endpoint that answers for another chain than its configuration says. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'
  readonly code = 'WRONG_CHAIN'
  readonly wanted: number
  readonly given: number

  constructor(wanted: number, given: number) {
    super(`WRONG_CHAIN: the endpoint is of chain ${given}, not ${wanted}`)
    this.wanted = wanted
    this.given = given
  }
}

/**
 * A transport that reads and sends nothing through an endpoint of another chain: a provider's URL can be pointed
 * elsewhere long after the start, and an escrow that is missing there would be funded a second time here. Behind a
 * `fallback` or a `standby`, the next endpoint is asked.
 *
 * @param chainId the chain that the network file names.
 * @param options.now milliseconds, for tests.
 */
export function pinnedTo(chainId: number, transport: Transport, { now = Date.now } = {}): Transport {
  // Not of the transport that is made below: a `fallback` makes one for every question.
  let askedAt = Number.NEGATIVE_INFINITY
  return (options) => {
    const inner = transport(options)
    const request = async (call: { method: string; params?: unknown }, rest?: unknown) => {
      if (now() - askedAt > believedMs) {
        const given = Number(await inner.request({ method: 'eth_chainId' }))
        if (given !== chainId) throw new WrongChainError(chainId, given)
        askedAt = now()
      }
      return (inner.request as (call: unknown, rest?: unknown) => Promise<unknown>)(call, rest)
    }
    return { ...inner, request: request as typeof inner.request }
  }
}
