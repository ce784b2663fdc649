import type { Hex } from 'viem'
import type { SolverEndpoint } from './chain.ts'

/** A block as an endpoint tells of it; its time in unix seconds. */
export interface Head {
  number: bigint
  hash: Hex
  time: number
}

/** The newest blocks of a chain's endpoints, compared. */
export interface WitnessedTime {
  /** The time of the newest block that two endpoints show; `undefined` while no two show one after the known block. */
  time: number | undefined
  /** The newest block that any of them names, which may be a lie; `undefined` when none names one after the known block. */
  newest: { endpoint: string; number: bigint } | undefined
  /** Endpoints that do not reach it, with the number of blocks that they lack. */
  behind: readonly { endpoint: string; blocks: bigint }[]
}

interface Told {
  endpoint: SolverEndpoint
  head: Head
}

/**
 * Whether a chain has gone on since a block that one endpoint gave as its newest. A single endpoint could invent blocks on top
 * of any chain, and its answers would be those of an honest one: a time counts where a second endpoint shows the same block
 * with the same time, and where both also show the known block, so that they are on its chain and not on a fork.
 *
 * @param known the newest block of the endpoint that everything else was read from.
 * @returns never throws: an endpoint that does not answer, or is of another chain, bears nothing out.
 */
export async function readWitnessedTime(endpoints: readonly SolverEndpoint[], known: Head): Promise<WitnessedTime> {
  const told = (await Promise.all(endpoints.map(readHead))).flat()
  const newer = told.filter(({ head }) => head.number > known.number).sort(newestFirst)
  const extending = await filterAsync(newer, ({ endpoint }) => shows(endpoint, known))
  const newest = newer[0]
  return {
    time: await witnessedOf(extending),
    newest: newest && { endpoint: newest.endpoint.name, number: newest.head.number },
    behind: told
      .map(({ endpoint, head }) => ({
        endpoint: endpoint.name,
        blocks: (newest ?? { head }).head.number - head.number,
      }))
      .filter(({ blocks }) => blocks > 0n),
  }
}

const newestFirst = (a: Told, b: Told): number => (a.head.number > b.head.number ? -1 : 1)

/** Each endpoint's newest block is looked for at those that are further. */
async function witnessedOf(extending: readonly Told[]): Promise<number | undefined> {
  for (const [index, { head }] of extending.entries()) {
    const further = extending.slice(0, index)
    const agreeing = await filterAsync(further, ({ endpoint }) => shows(endpoint, head))
    if (agreeing.length > 0) return head.time
  }
  return undefined
}

async function readHead(endpoint: SolverEndpoint): Promise<Told[]> {
  try {
    const { number, hash, timestamp } = await endpoint.client.getBlock()
    const time = Number(timestamp)
    return Number.isSafeInteger(time) ? [{ endpoint, head: { number, hash, time } }] : []
  } catch {
    return []
  }
}

/** Whether the endpoint shows this very block, with this time: a hash alone does not say that the time beside it is its own. */
async function shows({ client }: SolverEndpoint, { number, hash, time }: Head): Promise<boolean> {
  try {
    const block = await client.getBlock({ blockNumber: number })
    return block.hash === hash && Number(block.timestamp) === time
  } catch {
    return false
  }
}

async function filterAsync<T>(all: readonly T[], isKept: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(all.map(isKept))
  return all.filter((_one, index) => kept[index])
}
