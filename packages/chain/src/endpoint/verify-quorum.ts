import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import { mayBeRight } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from './endpoint.ts'
import { expectChain } from './expect-chain.ts'
import { EndpointError, faultOf } from './fault.ts'

/**
 * Checks an endpoint's chain id, and that the contract is deployed there.
 *
 * @throws EndpointError `wrong_data`.
 */
export const expectContract = (chainId: number, contract: Address) => {
  const verifyChain = expectChain(chainId)
  return async (endpoint: Endpoint): Promise<void> => {
    await verifyChain(endpoint)
    const code = await getCode(endpoint.client, { address: contract })
    if (code === undefined)
      throw new EndpointError(
        'wrong_data',
        `there is no registry at ${contract} on chain ${chainId}, says ${endpoint.name}`,
      )
  }
}

const startPausesMs = [150, 300, 600]

/**
 * Verifies every endpoint at the start. A silent one is verified when it first answers.
 *
 * @returns the names of the unverified ones.
 * @throws Error when so many are wrong that no majority can be right, or none answers.
 */
export async function verifyQuorum(quorum: Quorum): Promise<string[]> {
  const { chain, endpoints } = quorum
  const failures = await Promise.all(endpoints.map((endpoint) => verifyPatiently(quorum, endpoint)))
  const wrong = failures.filter((failure) => faultOf(failure) === 'wrong_data')
  if (!mayBeRight(endpoints.length, wrong.length)) throw wrong[0]
  const unverified = endpoints.flatMap(({ name }, index) => (failures[index] === undefined ? [] : [name]))
  if (unverified.length === endpoints.length)
    throw new Error(`no endpoint of ${chain} answers: ${unverified.join(', ')}`)
  return unverified
}

async function verifyPatiently(quorum: Quorum, endpoint: Endpoint): Promise<unknown> {
  const verify = () =>
    quorum.verified(endpoint).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  let failure = await verify()
  for (const pauseMs of startPausesMs) {
    if (failure === undefined || faultOf(failure) === 'wrong_data') break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    failure = await verify()
  }
  return failure
}
