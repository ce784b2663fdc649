import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { type CommonBlock, commonBlock, maxApartOf } from './common-block.ts'
import { askNamedBlock, type Header, type NamedBlock, named, readHeader } from './header.ts'

/** How many blocks below the common block are tried, to find one that both forks contain. */
const stepsBack = [0n, 1n, 2n, 4n, 8n, 16n]

/**
 * Asks for the newest block that a majority has. A single endpoint is not believed, because it could put blocks of its
 * own, correctly linked, on top of that block.
 *
 * @param options.latestTime unix seconds; a head with a later timestamp is refused.
 */
export async function askHead(
  quorum: Quorum,
  { blockTimeMs, latestTime }: { blockTimeMs: number; latestTime?: (() => number) | undefined },
): Promise<Belief<Header>> {
  const read = async (endpoint: Endpoint): Promise<Header> => {
    const head = await readHeader(endpoint, 'latest')
    if (latestTime === undefined || head.timestamp <= latestTime()) return head
    throw new EndpointError('wrong_data', `${endpoint.name} names block ${head.number}, of a time to come`)
  }
  const heads = await quorum.decide(read, commonBlock<Header>(maxApartOf(blockTimeMs)), { name: 'head' })
  if (!isBelieved(heads)) return heads
  if (heads.kind === 'single') return onlyHead(heads.value)
  let belief: Belief<Header> = { kind: 'disputed', reason: 'the endpoints have no block in common' }
  for (const back of stepsBack) {
    const number = heads.value.number - back
    if (number < 0n) break
    belief = await askNamedBlock(quorum, number, (endpoint) => blockOf(quorum, endpoint, heads.value, number))
    if (isBelieved(belief)) break
  }
  return belief
}

const onlyHead = ({ heads: [head] }: CommonBlock<Header>): Belief<Header> =>
  head === undefined ? { kind: 'waiting', reason: 'the endpoint names no head' } : { kind: 'single', value: head }

/**
 * Reads the block at this height from one endpoint. The head that the endpoint has named already answers for its own
 * height and, by its parent's hash, for the height below. For any other height the endpoint is asked.
 */
async function blockOf(
  { endpoints }: Quorum,
  endpoint: Endpoint,
  { heads }: CommonBlock<Header>,
  number: bigint,
): Promise<NamedBlock> {
  const head = heads[endpoints.indexOf(endpoint)]
  if (head?.number === number) return named(head)
  if (head?.isHashVerified && head.number === number + 1n) return { number, hash: head.parentHash }
  return named(await readHeader(endpoint, number))
}
