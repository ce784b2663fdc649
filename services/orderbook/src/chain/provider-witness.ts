import type { ChainEvent } from './chain-event.ts'
import type { Cursor, RememberedBlock } from './chain-store.ts'
import { eventKey, type Header, type Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'

/**
 * The events of linked blocks, as the provider tells them and no peer refutes it.
 *
 * @throws ProviderError when a peer shows that the provider is wrong; DisputedError when nothing shows who is.
 */
export async function witnessedEventsOf(
  provider: Provider,
  peers: readonly Peer[],
  headers: readonly Header[],
): Promise<ChainEvent[]> {
  const last = headers.at(-1)
  if (last === undefined) return []
  const read = (one: Provider) => one.eventsOf(headers)
  // Most blocks cannot hold an event, and need no witness.
  if (headers.some((header) => provider.mayHoldEvents(header))) return witnessed(provider, peers, last, read)
  const events = await read(provider)
  return events.length === 0 ? events : witnessed(provider, peers, last, read)
}

/** The same for a range whose headers were not fetched: `last` is its last block. */
export const witnessedEventsIn = (
  provider: Provider,
  peers: readonly Peer[],
  fromBlock: bigint,
  last: Header,
): Promise<ChainEvent[]> => witnessed(provider, peers, last, (one) => one.eventsIn(fromBlock, last.number))

async function witnessed(
  provider: Provider,
  peers: readonly Peer[],
  last: Header,
  read: (provider: Provider) => Promise<ChainEvent[]>,
): Promise<ChainEvent[]> {
  const testify = (peer: Peer) =>
    peer.ask(async (one) => {
      const [{ hash }, events] = await Promise.all([one.header(last.number), read(one)])
      return hash === last.hash ? events : undefined
    })
  const [claimed, ...testimonies] = await Promise.all([read(provider), ...peers.map(testify)])
  const disputes: string[] = []
  for (const [index, seen] of testimonies.entries()) {
    const peer = peers[index]
    if (seen === undefined || peer === undefined) continue
    const verdict = await settle(provider, peer, claimed, seen)
    if (verdict === 'agreed') return claimed
    if (verdict === 'undecided') disputes.push(peer.name)
  }
  if (disputes.length === 0) return claimed
  throw new DisputedError(`${provider.name} and ${disputes.join(', ')} have other events up to block ${last.number}`)
}

type Verdict = 'agreed' | 'peer_is_wrong' | 'undecided'

/** Holds two accounts of the same blocks against the receipts, which must be the same with both. */
async function settle(
  provider: Provider,
  peer: Peer,
  claimed: readonly ChainEvent[],
  seen: readonly ChainEvent[],
): Promise<Verdict> {
  const [claimedKeys, seenKeys] = [new Set(claimed.map(eventKey)), new Set(seen.map(eventKey))]
  const disputed = [
    ...claimed.filter((event) => !seenKeys.has(eventKey(event))),
    ...seen.filter((event) => !claimedKeys.has(eventKey(event))),
  ]
  let verdict: Verdict = 'agreed'
  for (const event of disputed) {
    const [here, there] = await Promise.all([provider.hasReceiptOf(event), peer.ask((one) => one.hasReceiptOf(event))])
    if (here !== there) return 'undecided'
    const what = `${here ? 'left out' : 'invented'} log ${event.logIndex} of block ${event.blockNumber}`
    if (claimedKeys.has(eventKey(event)) !== here) throw new ProviderError('wrong_data', `${provider.name} ${what}`)
    peer.blame(new ProviderError('wrong_data', `${peer.name} ${what}`))
    verdict = 'peer_is_wrong'
  }
  return verdict
}

/**
 * A head that is too far off to be linked to what is known: one that a peer has too, or the highest that one has.
 *
 * @param above a peer that is not beyond this block has nothing to say.
 * @throws ProviderError when the provider cannot show the block below its head.
 */
export async function witnessedHead(
  provider: Provider,
  peers: readonly Peer[],
  head: Header,
  above: bigint,
): Promise<Header> {
  const parent = await provider.header(head.number - 1n).catch((error: unknown) => {
    if (error instanceof ProviderError && error.class === 'behind')
      throw new ProviderError(
        'wrong_data',
        `${provider.name} names block ${head.number} as its head and cannot show it`,
      )
    throw error
  })
  if (parent.hash !== head.parentHash)
    throw new ProviderError('wrong_data', `${provider.name} names a head that does not follow the block below it`)
  const heads = await Promise.all(peers.map((peer) => peer.ask((one) => one.head())))
  const known = heads.flatMap((one) => (one !== undefined && one.number > above ? [one] : []))
  const highest = known.toSorted((a, b) => Number(b.number - a.number))[0]
  if (highest === undefined || highest.number >= head.number) return head
  const common = await provider.header(highest.number)
  if (common.hash !== highest.hash)
    throw new DisputedError(`${provider.name} and its peers have other blocks at ${highest.number}`)
  return common
}

/**
 * Whether a peer also has `instead` where the block `replaced` was recorded.
 *
 * @returns false when no peer could say.
 * @throws ProviderError when a peer still has the recorded block, and none has the other.
 */
export async function isReorgWitnessed(
  provider: Provider,
  peers: readonly Peer[],
  replaced: Cursor,
  instead: Header,
): Promise<boolean> {
  const answers = await Promise.all(
    peers.map(async (peer) => ({ peer, block: await peer.ask((one) => one.header(replaced.number)) })),
  )
  if (answers.some(({ block }) => block?.hash === instead.hash)) return true
  const denial = answers.find(({ block }) => block?.hash === replaced.hash)
  if (denial === undefined) return false
  throw new ProviderError(
    'wrong_data',
    `${provider.name} replaced block ${replaced.number}, which ${denial.peer.name} still has`,
  )
}

/** @throws DisputedError when a peer has another block there, and none has the same. */
export async function expectSameBlock(provider: Provider, peers: readonly Peer[], block: Cursor): Promise<void> {
  const seen = await Promise.all(peers.map((peer) => peer.ask((one) => one.header(block.number))))
  if (seen.some((one) => one?.hash === block.hash) || seen.every((one) => one === undefined)) return
  throw new DisputedError(`${provider.name} and its peers have other blocks at ${block.number}`)
}

/**
 * The time of a block, once a peer tells the same. A hash covers its block's time: where two endpoints tell different
 * times of one block, the one whose header does not have that hash is wrong.
 *
 * @returns `undefined` while the endpoints have another block there: facts decide which, and then the time is asked again.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows who is.
 */
export async function witnessedTime(
  provider: Provider,
  peers: readonly Peer[],
  block: RememberedBlock,
): Promise<number | undefined> {
  for (const peer of peers) {
    const seen = await peer.ask((one) => one.header(block.number))
    if (seen === undefined) continue
    if (seen.hash !== block.hash) return undefined
    return seen.timestamp === block.timestamp ? block.timestamp : settledTime(provider, peer, block, seen)
  }
  return block.timestamp
}

/** Asks the provider as well: the time that is remembered may be another endpoint's, that is no longer asked. */
async function settledTime(
  provider: Provider,
  peer: Peer,
  { number, hash }: RememberedBlock,
  seen: Header,
): Promise<number | undefined> {
  const own = await provider.header(number)
  if (own.hash !== hash) return undefined
  if (own.timestamp === seen.timestamp) return own.timestamp
  const [isOwnTrue, isTheirsTrue] = await Promise.all([
    provider.provesHeader(own),
    peer.ask((one) => one.provesHeader(seen)),
  ])
  const lie = (name: string) => new ProviderError('wrong_data', `${name} tells a wrong time of block ${number}`)
  if (isTheirsTrue === true && !isOwnTrue) throw lie(provider.name)
  if (isTheirsTrue !== false || !isOwnTrue)
    throw new DisputedError(`${provider.name} and ${peer.name} tell different times of block ${number}`)
  peer.blame(lie(peer.name))
  return own.timestamp
}
