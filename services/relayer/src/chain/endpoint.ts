import { type Endpoint, endpointName, expectChain, faultOf, type Quorum, verifyQuorum } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import { makeHttpClient } from '@tandem/service-kit'
import { createClient } from 'viem'

const requestTimeoutMs = 2_500

export const endpointOf = (url: string, position: number, maxTogether = 1): Endpoint => ({
  name: endpointName(url, position),
  client: createClient({
    transport: rpcTransport(url, {
      httpClient: makeHttpClient({ timeoutMs: requestTimeoutMs }),
      retryCount: 0,
      maxTogether,
    }),
  }),
})

/**
 * Checks that the endpoints are of this chain, and know its registry.
 * @returns the names of the endpoints that could not be checked.
 * @throws Error as `verifyQuorum` does, and when the private endpoint is of another chain.
 */
export async function verifyEndpoints(
  quorum: Quorum,
  chainId: number,
  privateEndpoint: Endpoint | undefined,
): Promise<string[]> {
  // A private endpoint that does not say its chain is accepted: many of them support only eth_sendRawTransaction.
  const ofAnother = privateEndpoint && (await expectChain(chainId)(privateEndpoint).catch((thrown: unknown) => thrown))
  if (faultOf(ofAnother) === 'wrong_data') throw ofAnother
  return verifyQuorum(quorum)
}
