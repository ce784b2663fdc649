import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, EndpointError, endpointName, expectChain, faultOf, type Panel } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { type Address, BaseError, createClient, type Hex } from 'viem'
import { getCode } from 'viem/actions'

const requestTimeoutMs = 2_500

export const endpointOf = (url: string, position: number, mostTogether = 1): Endpoint => ({
  name: endpointName(url, position),
  client: createClient({ transport: rpcTransport(url, { timeoutMs: requestTimeoutMs, retryCount: 0, mostTogether }) }),
})

/** Hands a transaction to an endpoint once it is verified. @returns `message`: why it was not taken, in the node's own words. */
export async function sendTo(
  { name, client }: Endpoint,
  raw: Hex,
  verified: () => Promise<void> = async () => undefined,
): Promise<{ provider: string; message: string | null }> {
  try {
    await verified()
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // Without the request that viem prints before the node's words.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/** Verifies that an endpoint is of the chain, and that the registry is there. @throws EndpointError `wrong_data` when not. */
export const verifierOf = ({ chain, chain_id: chainId, registry_address: registry }: ChainConfig) => {
  const verifyChain = expectChain(chainId)
  return async (endpoint: Endpoint): Promise<void> => {
    await verifyChain(endpoint)
    const code = await getCode(endpoint.client, { address: registry as Address })
    if (code === undefined)
      throw new EndpointError('wrong_data', `there is no registry at ${registry} on ${chain}, says ${endpoint.name}`)
  }
}

const startPausesMs = [150, 300, 600]

/**
 * Verifies the endpoints of a chain at the start. An endpoint that does not answer is verified when it comes, and one of
 * another chain is asked nothing else.
 *
 * @returns the endpoints that are not verified.
 * @throws Error when so many are of another chain, or show no registry, that no majority is left; and when none answers.
 */
export async function verifyEndpoints(
  panel: Panel,
  { chain_id: chainId }: ChainConfig,
  privateEndpoint: Endpoint | undefined,
): Promise<string[]> {
  const { chain, endpoints, majority } = panel
  // Many private endpoints support nothing but eth_sendRawTransaction.
  const ofAnother = privateEndpoint && (await failureOf(() => expectChain(chainId)(privateEndpoint)))
  if (faultOf(ofAnother) === 'wrong_data') throw ofAnother
  const failures = await Promise.all(endpoints.map((endpoint) => verifyPatiently(panel, endpoint)))
  const wrong = failures.filter((failure) => faultOf(failure) === 'wrong_data')
  if (wrong.length > endpoints.length - majority) throw wrong[0]
  const unverified = endpoints.flatMap(({ name }, index) => (failures[index] === undefined ? [] : [name]))
  if (unverified.length === endpoints.length)
    throw new Error(`no endpoint of ${chain} answers: ${unverified.join(', ')}`)
  return unverified
}

async function verifyPatiently(panel: Panel, endpoint: Endpoint): Promise<unknown> {
  let failure = await failureOf(() => panel.verified(endpoint))
  for (const pauseMs of startPausesMs) {
    if (failure === undefined || faultOf(failure) === 'wrong_data') break
    await sleep(pauseMs)
    failure = await failureOf(() => panel.verified(endpoint))
  }
  return failure
}

const failureOf = (work: () => Promise<void>): Promise<unknown> =>
  work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
