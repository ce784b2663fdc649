import type { ChainEvent } from './chain-event.ts'
import type { Cursor, RememberedBlock } from './chain-store.ts'
import { headersAtOnce } from './event-reader.ts'
import { eventKey, type Header, type Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'
import type { ReceiptAudit } from './receipt-audit.ts'

/**
 * The events of linked blocks, as the provider tells them, no peer refutes it, and its receipts do not deny it.
 *
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
export async function witnessedEventsOf(
  provider: Provider,
  peers: readonly Peer[],
  headers: readonly Header[],
  audit: ReceiptAudit,
): Promise<ChainEvent[]> {
  const last = headers.at(-1)
  if (last === undefined) return []
  const read = (one: Provider) => one.eventsOf(headers)
  // Most blocks cannot hold an event, by a bloom filter that their hash covers, and need no witness.
  const isDoubtful = headers.some((header) => !header.isProven || provider.mayHoldEvents(header))
  let events = isDoubtful ? await witnessed(provider, peers, last, read) : await read(provider)
  if (!isDoubtful && events.length > 0) events = await witnessed(provider, peers, last, read)
  await audit.linked(provider, headers, events)
  await expectWitnessedTimes(provider, peers, events)
  return events
}

/** The same for a range whose headers were not fetched: `last` is its last block. */
export async function witnessedEventsIn(
  provider: Provider,
  peers: readonly Peer[],
  fromBlock: bigint,
  last: Header,
  audit: ReceiptAudit,
): Promise<ChainEvent[]> {
  const events = await witnessed(provider, peers, last, (one) => one.eventsIn(fromBlock, last.number))
  await audit.range(provider, { from: fromBlock, to: last.number }, events)
  await expectWitnessedTimes(provider, peers, events)
  return events
}

/**
 * A maker is held to the time of its escrow, and that time is told with the block. Where the block's hash does not cover
 * it, a peer must tell the same.
 *
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
async function expectWitnessedTimes(
  provider: Provider,
  peers: readonly Peer[],
  events: readonly ChainEvent[],
): Promise<void> {
  if (peers.length === 0) return
  const doubtful = events.filter(({ isTimeProven }) => isTimeProven !== true)
  const byHash = new Map(
    doubtful.map(({ blockHash: hash, blockNumber: number, blockTimestamp: timestamp }) => [
      hash,
      { number, hash, timestamp },
    ]),
  )
  const expectWitnessedTime = async (block: RememberedBlock): Promise<void> => {
    const timestamp = await witnessedTime(provider, peers, block)
    if (timestamp !== undefined && timestamp !== block.timestamp)
      throw new ProviderError('wrong_data', `${provider.name} tells two times of block ${block.number}`)
  }
  const blocks = [...byHash.values()]
  for (let first = 0; first < blocks.length; first += headersAtOnce)
    await Promise.all(blocks.slice(first, first + headersAtOnce).map(expectWitnessedTime))
}

/** A peer's account of the same blocks. */
type Testimony =
  /** It has the same last block, and these events up to it. */
  | { readonly has: 'same_blocks'; readonly events: readonly ChainEvent[] }
  /** It is on another fork, which says nothing about this one. */
  | { readonly has: 'other_blocks' }
  /** It failed, which is held against it, or has not come so far. */
  | { readonly has: 'no_answer' }

async function witnessed(
  provider: Provider,
  peers: readonly Peer[],
  last: Header,
  read: (provider: Provider) => Promise<ChainEvent[]>,
): Promise<ChainEvent[]> {
  const testify = async (peer: Peer): Promise<Testimony> => {
    const answer = await peer.ask(async (one): Promise<Testimony> => {
      const [{ hash }, events] = await Promise.all([one.header(last.number), read(one)])
      return hash === last.hash ? { has: 'same_blocks', events } : { has: 'other_blocks' }
    })
    return answer ?? { has: 'no_answer' }
  }
  const [claimed, ...testimonies] = await Promise.all([read(provider), ...peers.map(testify)])
  const disputes: string[] = []
  for (const [index, testimony] of testimonies.entries()) {
    const peer = peers[index]
    if (testimony.has !== 'same_blocks' || peer === undefined) continue
    const verdict = await compareAccounts(provider, peer, claimed, testimony.events)
    if (verdict === 'agreed') return claimed
    if (verdict === 'undecided') disputes.push(peer.name)
  }
  if (disputes.length === 0) return claimed
  throw new DisputedError(`${provider.name} and ${disputes.join(', ')} have other events up to block ${last.number}`)
}

type Verdict = 'agreed' | 'peer_is_wrong' | 'undecided'

/**
 * Holds two accounts of the same blocks against the receipts: first the transaction's own, which must be the same with
 * both, and otherwise all of the block, which must hash to what its header says.
 */
async function compareAccounts(
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
    const happened = await didHappen(provider, peer, event)
    if (happened === undefined) return 'undecided'
    const what = `${happened ? 'left out' : 'invented'} log ${event.logIndex} of block ${event.blockNumber}`
    if (claimedKeys.has(eventKey(event)) !== happened) throw new ProviderError('wrong_data', `${provider.name} ${what}`)
    peer.blame(new ProviderError('wrong_data', `${peer.name} ${what}`))
    verdict = 'peer_is_wrong'
  }
  return verdict
}

/** Whether an event stands in its block; `undefined` when the endpoints differ and neither can prove it. */
async function didHappen(provider: Provider, peer: Peer, event: ChainEvent): Promise<boolean | undefined> {
  const [here, there] = await Promise.all([provider.hasReceiptOf(event), peer.ask((one) => one.hasReceiptOf(event))])
  if (here === there) return here
  const block = { number: event.blockNumber, hash: event.blockHash }
  const proofs = [
    await provider.provenEvents(block).catch(() => undefined),
    await peer.ask((one) => one.provenEvents(block)),
  ]
  const proof = proofs.find((one) => one?.by === 'hash')
  return proof?.events.some((one) => eventKey(one) === eventKey(event))
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
 * The time of a block, once the provider and a peer tell the same, or the hash covers it; where no peer answers, as the
 * provider itself tells it. A hash covers its block's time: where two endpoints tell different times of one block, the one
 * whose header does not have that hash is wrong.
 *
 * @returns `undefined` while the other endpoints have another block there: facts decide which, and then the time is asked
 *   again.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
export async function witnessedTime(
  provider: Provider,
  peers: readonly Peer[],
  block: RememberedBlock,
): Promise<number | undefined> {
  let isDenied = false
  for (const peer of peers) {
    const seen = await peer.ask((one) => one.header(block.number))
    if (seen?.hash === block.hash) {
      // A time that the hash covers is true. Any other one may be remembered from this very peer.
      const isProven = seen.isProven && seen.timestamp === block.timestamp
      return isProven ? block.timestamp : settledTime(provider, peer, block, seen)
    }
    // A peer on another fork knows nothing of this block: the next one may have it.
    if (seen !== undefined) isDenied = true
  }
  if (isDenied) return undefined
  // No peer is left to ask, perhaps because one was just caught: the time that is remembered may be that one's.
  const own = await provider.header(block.number)
  return own.hash === block.hash ? own.timestamp : undefined
}

/**
 * Asks the provider as well: the time that is remembered may be another endpoint's, that is no longer asked. The peer has
 * the block, so a provider that names another one instead is wrong: it could otherwise end the question by that.
 */
async function settledTime(
  provider: Provider,
  peer: Peer,
  { number, hash }: RememberedBlock,
  seen: Header,
): Promise<number> {
  const own = await provider.header(number)
  if (own.hash !== hash)
    throw new ProviderError(
      'wrong_data',
      `${provider.name} names another block ${number} than was read, which ${peer.name} has`,
    )
  if (own.timestamp === seen.timestamp) return own.timestamp
  const lie = (name: string) => new ProviderError('wrong_data', `${name} tells a wrong time of block ${number}`)
  if (seen.isProven && !own.isProven) throw lie(provider.name)
  if (seen.isProven || !own.isProven)
    throw new DisputedError(`${provider.name} and ${peer.name} tell different times of block ${number}`)
  peer.blame(lie(peer.name))
  return own.timestamp
}
