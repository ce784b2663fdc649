import type { ChainConfig } from '@tandem/contracts'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { type Address, BaseError, createPublicClient, type Hex, type PublicClient, type Transport } from 'viem'
import { ChainError } from './chain-error.ts'

/** Less than a third of a lease: the questions of a step are asked side by side, so an endpoint that hangs costs it this once. */
const sendTimeoutMs = 2_500
/** An endpoint that could not be verified is asked again after so long. */
const verifyAgainMs = 1_000

/** An endpoint that is asked for itself, and not in the place of another one. */
export interface Endpoint {
  /** Its host. */
  name: string
  client: PublicClient
}

/** Resolves once the endpoint is known to be of the right chain. */
export type Verify = () => Promise<void>

/** @param verify by default the endpoint is trusted to be of the right chain. */
export const endpointOf = (url: string, mostTogether = 1, verify: Verify = async () => undefined): Endpoint => ({
  name: new URL(url).host,
  client: createPublicClient({
    transport: verifiedTransport(rpcTransport(url, { timeoutMs: sendTimeoutMs, retryCount: 0, mostTogether }), verify),
  }),
})

/** Hands a transaction to an endpoint. @returns `message`: why it was not taken, in the node's own words. */
export async function sendTo(
  { name, client }: Endpoint,
  raw: Hex,
): Promise<{ provider: string; message: string | null }> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // Without the request that viem prints before the node's words.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/** A transport that asks and sends nothing before the endpoint is verified. */
export function verifiedTransport(transport: Transport, verify: Verify): Transport {
  return (options) => {
    const inner = transport(options)
    let isVerified = false
    const request = async (...args: Parameters<typeof inner.request>) => {
      if (!isVerified) await verify()
      isVerified = true
      return inner.request(...args)
    }
    return { ...inner, request: request as typeof inner.request }
  }
}

/**
 * Verifies an endpoint once, when it is first needed: one that is down at the start is verified when it comes.
 *
 * @throws ChainError when it is of another chain, or the registry is not there; viem's errors while it does not answer.
 */
export function makeVerify(url: string, config: ChainConfig): Verify {
  let latest: { at: number; result: Promise<void> } | undefined
  return () => {
    if (latest === undefined) {
      // Every question to the endpoint waits for it: no retries.
      const started = { at: performance.now(), result: verifyEndpoint(url, config, { retryCount: 0 }) }
      started.result.catch(() => {
        const forget = () => {
          if (latest === started) latest = undefined
        }
        setTimeout(forget, verifyAgainMs).unref()
      })
      latest = started
    }
    return latest.result
  }
}

async function verifyEndpoint(url: string, config: ChainConfig, { retryCount }: { retryCount: number }): Promise<void> {
  const client = createPublicClient({ transport: rpcTransport(url, { timeoutMs: sendTimeoutMs, retryCount }) })
  requireChain(new URL(url).host, config, await client.getChainId())
  const code = await client.getCode({ address: config.registry_address as Address })
  if (code === undefined) throw new ChainError(`there is no registry at ${config.registry_address} on ${config.chain}`)
}

function requireChain(host: string, config: ChainConfig, chainId: number | undefined): void {
  if (chainId !== undefined && chainId !== config.chain_id)
    throw new ChainError(`${host} is chain ${chainId}, not ${config.chain_id} (${config.chain})`)
}

/**
 * Verifies the endpoints of a chain at the start. An endpoint that does not answer is verified when it comes.
 *
 * @returns the hosts that do not answer.
 * @throws ChainError when one is of another chain, or the registry is not there: nothing must be sent then; and when none
 *   answers.
 */
export async function verifyChain(
  config: ChainConfig,
  { rpcUrls, confidential }: { rpcUrls: readonly string[]; confidential?: { url: string } | undefined },
): Promise<string[]> {
  if (confidential !== undefined) {
    const { name, client } = endpointOf(confidential.url)
    // Many private endpoints support nothing but eth_sendRawTransaction.
    requireChain(name, config, await client.getChainId().catch(() => undefined))
  }
  const silent: string[] = []
  await Promise.all(
    rpcUrls.map((url) =>
      verifyEndpoint(url, config, { retryCount: 3 }).catch((error: unknown) => {
        if (error instanceof ChainError) throw error
        silent.push(new URL(url).host)
      }),
    ),
  )
  if (silent.length === rpcUrls.length)
    throw new ChainError(`no endpoint of ${config.chain} answers: ${silent.join(', ')}`)
  return silent
}
