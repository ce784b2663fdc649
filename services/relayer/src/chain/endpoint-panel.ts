import { isDeepStrictEqual } from 'node:util'
import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts'
import type { Address, PublicClient } from 'viem'
import { agreedCount, type NonceCounts } from '../transactions/domain/nonce-counts.ts'
import { ChainError } from './chain-error.ts'
import type { Endpoint } from './endpoint.ts'

/** Asks every endpoint of a chain the same, so that no single one decides over a nonce or an ending. */
export function makeEndpointPanel(chain: string, endpoints: readonly Endpoint[], quorum: number) {
  return { askAll, agree, countsOf, settledCount, countedBlock }

  /** The answer of each endpoint, in their order; `undefined` for one that gives none. */
  function askAll<T>(ask: (client: PublicClient) => Promise<T>): Promise<(T | undefined)[]> {
    return Promise.all(endpoints.map(({ client }) => ask(client).catch(() => undefined)))
  }

  /** The answer that `quorum` endpoints give alike, or `undefined` while they do not. `ask` must not answer `undefined`. */
  async function agree<T>(ask: (client: PublicClient) => Promise<T>): Promise<T | undefined> {
    const answers = (await askAll(ask)).filter((answer) => answer !== undefined)
    return answers.find((one) => answers.filter((other) => isDeepStrictEqual(one, other)).length >= quorum)
  }

  async function countsOf(address: Address, blockTag: 'latest' | 'pending'): Promise<NonceCounts> {
    const counts = await askAll(async (client) => BigInt(await client.getTransactionCount({ address, blockTag })))
    if (counts.every((count) => count === undefined)) throw new ChainError(`${chain}: no endpoint answers`)
    return counts
  }

  /** How many nonces are used at a depth that counts. @throws ChainError while too few endpoints answer. */
  async function settledCount(address: Address, depth: ConfirmationDepth): Promise<bigint> {
    const counts = await askAll(async (client) => {
      const blockNumber = await countedBlockOf(client, depth)
      return blockNumber < 0n ? 0n : BigInt(await client.getTransactionCount({ address, blockNumber }))
    })
    if (counts.filter((count) => count !== undefined).length < quorum) throw tooFew()
    return agreedCount(counts, quorum) as bigint
  }

  /** The highest block whose facts count by the word of `quorum` endpoints; -1 while fewer answer. */
  async function countedBlock(depth: ConfirmationDepth): Promise<bigint> {
    const numbers = await askAll((client) => countedBlockOf(client, depth))
    const answered = numbers.filter((number) => number !== undefined)
    return answered.length < quorum ? -1n : (agreedCount(numbers, quorum) as bigint)
  }

  function tooFew(): ChainError {
    return new ChainError(`${chain}: fewer than ${quorum} endpoints answer`)
  }
}

async function countedBlockOf(client: PublicClient, depth: ConfirmationDepth): Promise<bigint> {
  const [head, tagged] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    depth.tag === null ? undefined : client.getBlock({ blockTag: depth.tag }),
  ])
  return lastCountedBlock(depth, { head, tagged: tagged?.number })
}

export type EndpointPanel = ReturnType<typeof makeEndpointPanel>
