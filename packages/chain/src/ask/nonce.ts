import { type Address, isHex, numberToHex } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { type Answers, highestReachedRule } from '../belief/rules.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'

/** Reads an account's transaction count. With `pending`, transactions that wait to be mined count too. */
export async function readNonce(
  { name, client }: Endpoint,
  address: Address,
  at: bigint | 'latest' | 'pending',
): Promise<bigint> {
  const block = typeof at === 'bigint' ? numberToHex(at) : at
  const answer: unknown = await client.request({ method: 'eth_getTransactionCount', params: [address, block] })
  if (isHex(answer)) return BigInt(answer)
  throw new EndpointError('wrong_data', `${name} answered something that is no count of nonces`)
}

/**
 * How many transactions of an account are mined: the count that a majority has reached, and the count of each endpoint.
 */
export interface NonceCounts {
  readonly reached: bigint | undefined
  readonly counts: readonly (bigint | undefined)[]
}

/**
 * Counts an account's transactions up to the newest block. The counts of single endpoints are returned too, because the
 * quickest endpoint is the first to show a mined transaction.
 */
export async function askNonceCounts(quorum: Quorum, address: Address): Promise<NonceCounts> {
  let counts: NonceCounts['counts'] = []
  const rule = (all: Answers<bigint>) => {
    counts = all.answers.map((one) => (one.state === 'said' ? one.value : undefined))
    return highestReachedRule(all)
  }
  const belief: Belief<bigint> = await quorum.decide((endpoint) => readNonce(endpoint, address, 'latest'), rule, {
    name: 'nonce',
  })
  return { reached: isBelieved(belief) ? belief.value : undefined, counts }
}
