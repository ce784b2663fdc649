import type { ChainEvent } from './chain-event.ts'
import type { Cursor, RememberedBlock } from './chain-store.ts'
import { compareAccounts } from './compare-accounts.ts'
import { headersAtOnce } from './event-reader.ts'
import { contentKey, eventKey, type Header, type Provider } from './provider.ts'
import { contradiction, DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'
import type { ReceiptAudit } from './receipt-audit.ts'
import { noVotes, type Votes } from './votes.ts'

/** The events of some blocks, and whether another endpoint told the same, where it had to be asked. */
export interface Witnessed {
  readonly events: readonly ChainEvent[]
  readonly isWitnessed: boolean
}

/**
 * The events of linked blocks, as the provider tells them, no peer refutes it, and its receipts do not deny it.
 *
 * @param votes how a dispute is decided that nothing proves.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
export async function witnessedEventsOf(
  provider: Provider,
  peers: readonly Peer[],
  headers: readonly Header[],
  audit: ReceiptAudit,
  votes = noVotes,
): Promise<Witnessed> {
  const last = headers.at(-1)
  if (last === undefined) return { events: [], isWitnessed: true }
  const read = (one: Provider, giveUp?: AbortSignal) => one.eventsOf(headers, giveUp)
  // Most blocks cannot hold an event, by a bloom filter that their hash covers, and need no witness.
  const isDoubtful = headers.some((header) => !header.isProven || provider.mayHoldEvents(header))
  const plain = isDoubtful ? [] : await read(provider)
  const told =
    isDoubtful || plain.length > 0
      ? await witnessed(provider, peers, { last, votes, read })
      : { events: plain, isWitnessed: true }
  await audit.linked(provider, headers, told.events)
  const areTimesWitnessed = await expectWitnessedTimes(provider, peers, told.events)
  return { ...told, isWitnessed: told.isWitnessed && areTimesWitnessed }
}

/** The same for a range whose headers were not fetched: `last` is its last block. */
export async function witnessedEventsIn(
  provider: Provider,
  peers: readonly Peer[],
  fromBlock: bigint,
  last: Header,
  audit: ReceiptAudit,
  votes = noVotes,
): Promise<Witnessed> {
  const read = (one: Provider, giveUp?: AbortSignal) => one.eventsIn(fromBlock, last.number, giveUp)
  const told = await witnessed(provider, peers, { last, votes, read })
  await audit.range(provider, { from: fromBlock, to: last.number }, told.events)
  const areTimesWitnessed = await expectWitnessedTimes(provider, peers, told.events)
  return { ...told, isWitnessed: told.isWitnessed && areTimesWitnessed }
}

/**
 * A maker is held to the time of its escrow, and that time is told with the block. Where the block's hash does not cover
 * it, a peer must tell the same.
 *
 * @returns whether one did, wherever one had to.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
async function expectWitnessedTimes(
  provider: Provider,
  peers: readonly Peer[],
  events: readonly ChainEvent[],
): Promise<boolean> {
  const doubtful = events.filter(({ isTimeProven }) => isTimeProven !== true)
  if (peers.length === 0) return doubtful.length === 0
  const byHash = new Map(
    doubtful.map(({ blockHash: hash, blockNumber: number, blockTimestamp: timestamp }) => [
      hash,
      { number, hash, timestamp },
    ]),
  )
  const isWitnessed = async (block: RememberedBlock): Promise<boolean> => {
    const timestamp = await witnessedTime(provider, peers, block)
    if (timestamp !== undefined && timestamp !== block.timestamp)
      throw new ProviderError('wrong_data', `${provider.name} tells two times of block ${block.number}`)
    return timestamp !== undefined
  }
  const blocks = [...byHash.values()]
  const answers: boolean[] = []
  for (let first = 0; first < blocks.length; first += headersAtOnce)
    answers.push(...(await Promise.all(blocks.slice(first, first + headersAtOnce).map(isWitnessed))))
  return !answers.includes(false)
}

/** A peer's account of the same blocks. */
type Testimony =
  /** It has the same last block, and these events up to it. */
  | { readonly has: 'same_blocks'; readonly events: readonly ChainEvent[] }
  /** It is on another fork, which says nothing about this one. */
  | { readonly has: 'other_blocks' }
  /** It failed, which is held against it, or has not come so far. */
  | { readonly has: 'no_answer' }

/** Reads events of an endpoint, stopping before its next request once the signal is aborted. */
type ReadEvents = (provider: Provider, giveUp?: AbortSignal) => Promise<ChainEvent[]>

async function witnessed(
  provider: Provider,
  peers: readonly Peer[],
  { last, votes, read }: { last: Header; votes: Votes; read: ReadEvents },
): Promise<Witnessed> {
  const testify = async (peer: Peer): Promise<Testimony> => {
    const answer = await peer.ask(async (one, giveUp): Promise<Testimony> => {
      const [{ hash }, events] = await Promise.all([one.header(last.number), read(one, giveUp)])
      return hash === last.hash ? { has: 'same_blocks', events } : { has: 'other_blocks' }
    })
    return answer ?? { has: 'no_answer' }
  }
  const [events, ...testimonies] = await Promise.all([read(provider), ...peers.map(testify)])
  const disputes: Dispute[] = []
  let [agreed, judged] = [0, 0]
  // Each of them, though one agrees: another one may prove an event that both left out.
  for (const [index, testimony] of testimonies.entries()) {
    const peer = peers[index]
    if (testimony.has !== 'same_blocks' || peer === undefined) continue
    const verdict = await compareAccounts({ provider, peer, last }, events, testimony.events)
    if (verdict === 'agreed') agreed += 1
    if (verdict !== 'unjudged') judged += 1
    if (verdict === 'undecided') disputes.push({ peer, events: testimony.events })
  }
  // A peer that was shown to be wrong has told which events there are by that.
  if (disputes.length === 0) return { events, isWitnessed: judged > 0 }
  decide(provider, events, { disputes, agreed, votes, last })
  return { events, isWitnessed: true }
}

/** A peer that tells other events, of which nothing proves which happened. */
interface Dispute {
  readonly peer: Peer
  readonly events: readonly ChainEvent[]
}

/**
 * Decides a dispute for the provider, where another endpoint agrees with it.
 *
 * @throws DisputedError as long as it is open; ProviderError when two others outvote the provider.
 */
function decide(
  provider: Provider,
  events: readonly ChainEvent[],
  { disputes, agreed, votes, last }: { disputes: readonly Dispute[]; agreed: number; votes: Votes; last: Header },
): void {
  const names = disputes.map(({ peer }) => peer.name).join(' and ')
  const text = `${provider.name} has other events up to block ${last.number} than ${names}`
  if (agreed === 0) {
    const verdict = contradiction(
      disputes.map((one) => keysOf(one.events)),
      text,
    )
    if (verdict instanceof DisputedError || !(votes.isLate || votes.wasOutvoted(provider.name)))
      throw new DisputedError(text)
    votes.outvote(provider.name)
    throw verdict
  }
  const told = new Set(events.map(eventKey))
  const tellMore = disputes.filter((one) => one.events.some((event) => !told.has(eventKey(event))))
  // Logs of new blocks may be missing at several endpoints for a while: fewer events do not outvote more at once.
  if (!votes.isLate && !tellMore.every(({ peer }) => votes.wasOutvoted(peer.name))) throw new DisputedError(text)
  for (const { peer } of tellMore) {
    if (votes.wasOutvoted(peer.name)) continue
    votes.outvote(peer.name)
    peer.blame(
      new ProviderError('wrong_data', `${peer.name} tells events up to block ${last.number} that others do not`),
    )
  }
}

const keysOf = (events: readonly ChainEvent[], key = eventKey): string => JSON.stringify(events.map(key).sort())

/**
 * Holds events that no other endpoint told against the receipts of their blocks, as far as other endpoints show these.
 *
 * @param headers the blocks, where they were fetched: one that may hold events must have those that were told.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when a peer has another block.
 */
export async function expectNoProofAgainst(
  provider: Provider,
  peers: readonly Peer[],
  headers: readonly Header[],
  events: readonly ChainEvent[],
): Promise<void> {
  const doubtful: Cursor[] = headers.filter((header) => provider.mayHoldEvents(header))
  const withEvents = events.map(({ blockNumber: number, blockHash: hash }) => ({ number, hash }))
  const blocks = new Map([...doubtful, ...withEvents].map((block) => [block.hash, block]))
  for (const block of blocks.values()) {
    // Receipts prove what stands in a block, and not that the block stands in the chain.
    await isSameBlock(provider, peers, block)
    const proofs = await Promise.all(peers.map((peer) => peer.ask((one) => one.provenEvents(block))))
    const proof = proofs.find((one) => one?.by === 'hash')
    if (proof === undefined || keysOf(proof.events, contentKey) === keysOf(eventsOfBlock(events, block), contentKey))
      continue
    throw new ProviderError(
      'wrong_data',
      `${provider.name} tells other events of block ${block.number} than its receipts, which others have`,
    )
  }
}

const eventsOfBlock = (events: readonly ChainEvent[], { hash }: Cursor): ChainEvent[] =>
  events.filter(({ blockHash }) => blockHash === hash)

/**
 * A head that is too far off to be linked to what is known must follow the block below it.
 *
 * @throws ProviderError when it does not, or the provider cannot show that block.
 */
export async function expectLinkedHead(provider: Provider, head: Header): Promise<void> {
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
}

/**
 * Whether a peer also has `instead` where the block `replaced` was recorded.
 *
 * @returns false when no peer could say.
 * @throws ProviderError or DisputedError when a peer still has the recorded block, and none has the other.
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
  const denials = answers.filter(({ block }) => block?.hash === replaced.hash).map(({ peer }) => peer.name)
  const others = answers.flatMap(({ block }) => block?.hash ?? [])
  if (denials.length === 0 && new Set(others).size < others.length)
    throw new ProviderError('other_fork', `${provider.name} has another block ${replaced.number} than its peers`)
  if (denials.length === 0) return false
  const text = `${provider.name} replaced block ${replaced.number}, which ${denials.join(' and ')} still has`
  // Of three endpoints one alone may be the one that has not followed.
  throw denials.length > 1 || peers.length === 1 ? new ProviderError('other_fork', text) : new DisputedError(text)
}

/**
 * Whether a peer has the block too.
 *
 * @returns false when none could say.
 * @throws ProviderError when two peers share another block there; DisputedError when one has another, and none the same.
 */
export async function isSameBlock(provider: Provider, peers: readonly Peer[], block: Cursor): Promise<boolean> {
  const answers = await Promise.all(peers.map((peer) => peer.ask((one) => one.header(block.number))))
  const seen = answers.flatMap((one) => one?.hash ?? [])
  if (seen.includes(block.hash) || seen.length === 0) return seen.length > 0
  const text = `${provider.name} has another block ${block.number} than its peers`
  throw contradiction(seen, text, 'other_fork')
}

/**
 * The time of a block, once the provider and a peer tell the same, or the hash covers it. A hash covers its block's time:
 * where two endpoints tell different times of one block, the one whose header does not have that hash is wrong.
 *
 * @param isAlone the provider is believed where no peer answers.
 * @returns `undefined` while no other endpoint has the block: facts decide which, and then the time is asked again.
 * @throws ProviderError when the provider is shown to be wrong; DisputedError when nothing shows which endpoint is.
 */
export async function witnessedTime(
  provider: Provider,
  peers: readonly Peer[],
  block: RememberedBlock,
  isAlone = false,
): Promise<number | undefined> {
  let isDenied = false
  const disputes: Disputed[] = []
  for (const peer of peers) {
    const seen = await peer.ask((one) => one.header(block.number))
    if (seen?.hash === block.hash) {
      // A time that the hash covers is true. Any other one may be remembered from this very peer.
      if (seen.isProven && seen.timestamp === block.timestamp) return block.timestamp
      const settled = await settledTime(provider, peer, block, seen)
      if (typeof settled === 'number') return settled
      // The next peer may tell the same as one of the two.
      disputes.push(settled)
    }
    // A peer on another fork knows nothing of this block: the next one may have it.
    else if (seen !== undefined) isDenied = true
  }
  if (disputes.length > 0) throw verdictOf(provider, block, disputes)
  if (isDenied) return undefined
  // No peer is left to ask, perhaps because one was just caught: the time that is remembered may be that one's.
  const own = await provider.header(block.number)
  return own.hash === block.hash && (own.isProven || isAlone) ? own.timestamp : undefined
}

/** A peer that tells another time than the provider, and no hash covers either. */
interface Disputed {
  readonly peer: Peer
  readonly timestamp: number
}

/** Two peers that tell the same time outvote the provider. */
function verdictOf(provider: Provider, { number }: RememberedBlock, disputes: readonly Disputed[]): Error {
  const names = disputes.map(({ peer }) => peer.name).join(' and ')
  const text = `${provider.name} tells another time of block ${number} than ${names}`
  const times = disputes.map(({ timestamp }) => timestamp)
  return contradiction(times, text)
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
): Promise<number | Disputed> {
  const own = await provider.header(number)
  if (own.hash !== hash)
    throw new ProviderError(
      'wrong_data',
      `${provider.name} names another block ${number} than was read, which ${peer.name} has`,
    )
  if (own.timestamp === seen.timestamp) return own.timestamp
  const lie = (name: string) => new ProviderError('wrong_data', `${name} tells a wrong time of block ${number}`)
  if (seen.isProven && !own.isProven) throw lie(provider.name)
  if (seen.isProven || !own.isProven) return { peer, timestamp: seen.timestamp }
  peer.blame(lie(peer.name))
  return own.timestamp
}
