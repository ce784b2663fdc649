import { once } from './once.ts'
import type { Header, Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'

/** How long nothing may be shared before that is an error. */
const quietMs = 30_000

/** The last stored block, and since when something is awaited that follows it. Unix milliseconds. */
export interface Waiting {
  readonly read: bigint
  readonly since: number
}

/** The knowledge of the endpoints of a chain that one look leaves to the next. */
export interface SharedHeadMemory {
  /** No other endpoint has shown what follows. */
  held?: Waiting | undefined
  /** The endpoint for which the others were waited for long enough: it is believed alone until another has what was read. */
  alone?: string | undefined
  /** When each endpoint last told its newest block, in use or asked by the one in use, by name. */
  heard?: Map<string, number>
}

export interface SharedHeadLook {
  readonly now: () => number
  readonly pool: { readonly size: number }
  /** How long the other endpoints are waited for, where they are silent or one of them stands still. */
  readonly maxLagMs: number
  readonly memory: SharedHeadMemory
}

/** The newest block of another endpoint, no newer than the head, and the block of the endpoint in use at its number. */
interface Account {
  readonly peer: Peer
  readonly seen: Header
  readonly own: Header
}

const isSame = ({ seen, own }: Account): boolean => seen.hash === own.hash

/**
 * The newest block up to the head that another endpoint has too. Nothing above it is read, and depth is counted from it: an
 * endpoint can put blocks of its own on top of the chain, each linked to the one before, and is asked first when it names
 * the highest head.
 *
 * Other endpoints that do not answer, or a single one that stands still, are waited for no longer than `maxLagMs`. Two
 * that stand still are waited for: both would have to be broken.
 *
 * @param read the last block that is stored.
 * @param blockOf a block of the endpoint in use.
 * @returns `undefined` while no other endpoint has a block above `read`.
 * @throws ProviderError when two other endpoints share a block that contradicts the endpoint in use. DisputedError when
 *   nothing could be read for half a minute.
 */
export async function sharedHead(
  look: SharedHeadLook,
  { provider, peers, head }: { provider: Provider; peers: readonly Peer[]; head: Header },
  read: bigint,
  blockOf: (number: bigint) => Promise<Header> = provider.header,
): Promise<Header | undefined> {
  if (look.pool.size === 1) return head
  // Asked once for each: an endpoint could show the one what the other does not see.
  const told = new Map<bigint, Promise<Header>>()
  const headerOf = (number: bigint) => once(told, number, () => blockOf(number))
  const accounts = await accountsOf(peers, head, headerOf)
  noteHeard(look, [provider.name, ...accounts.map(({ peer }) => peer.name)])
  const shared = highest(accounts.filter(isSame).map(({ own }) => own))
  // Others have all that was read again, or are two again.
  if ((shared !== undefined && shared.number >= read) || accounts.length > 1) look.memory.alone = undefined
  if (shared !== undefined && shared.number > read) {
    look.memory.held = undefined
    return shared
  }
  if (shared === undefined) await expectNoMajority(provider, accounts, headerOf)
  const held = sinceRead(look, look.memory.held, read)
  look.memory.held = held
  const isAlone = mayBeAlone(look, provider)
  if (accounts.length <= 1 && accounts.every(isSame) && (isAlone || isTimeUp(look, held, provider, accounts))) {
    const behind = (peer: Peer) => new ProviderError('behind', `${peer.name} stands behind block ${head.number}`)
    // Told once, for operators; it is asked again at each block.
    if (!isAlone) for (const { peer } of accounts) peer.blame(behind(peer))
    look.memory.alone = provider.name
    return head
  }
  // Two others show that the chain ends there: the endpoint in use is merely not believed.
  if (look.now() - held.since < quietMs || accounts.filter(isSame).length > 1) return undefined
  const others = accounts.map(({ peer, seen }) => `${peer.name} has block ${seen.number}, ${seen.hash}`)
  throw new DisputedError(
    `${provider.name} alone shows block ${head.number}, ${head.hash}: ${others.join(', ') || 'no other endpoint answers'}`,
  )
}

/**
 * Whether the others were waited for long enough. One that told its block meanwhile, and does not now, is no outage: the
 * endpoint in use may be the one that was silent.
 */
function isTimeUp(
  { maxLagMs, now, memory }: SharedHeadLook,
  { since }: Waiting,
  provider: Provider,
  accounts: readonly Account[],
): boolean {
  const answering = [provider.name, ...accounts.map(({ peer }) => peer.name)]
  const recent = [...(memory.heard ?? [])].filter(([name, at]) => now() - at < maxLagMs && !answering.includes(name))
  return now() - since >= maxLagMs && recent.length === 0
}

function noteHeard({ memory, now }: SharedHeadLook, names: readonly string[]): void {
  memory.heard ??= new Map()
  for (const name of names) memory.heard.set(name, now())
}

/** Whether the endpoint is believed alone now. */
export const mayBeAlone = ({ pool, memory }: Pick<SharedHeadLook, 'pool' | 'memory'>, { name }: Provider): boolean =>
  pool.size === 1 || memory.alone === name

/** The same wait, or a new one where another block was read meanwhile. */
export const sinceRead = <W extends Waiting>(
  { now }: Pick<SharedHeadLook, 'now'>,
  waiting: W | undefined,
  read: bigint,
): W | Waiting => (waiting?.read === read ? waiting : { read, since: now() })

/** Asks the other endpoints, one after the other, until one has the head. */
async function accountsOf(
  peers: readonly Peer[],
  head: Header,
  headerOf: (number: bigint) => Promise<Header>,
): Promise<Account[]> {
  const accounts: Account[] = []
  for (const peer of peers) {
    const seen = await peer.ask(async (one) => {
      const newest = await one.head()
      return newest.number > head.number ? one.header(head.number) : newest
    })
    if (seen === undefined) continue
    const account = { peer, seen, own: seen.hash === head.hash ? head : await headerOf(seen.number) }
    accounts.push(account)
    if (isSame(account) && seen.number === head.number) break
  }
  return accounts
}

const highest = (headers: readonly Header[]): Header | undefined =>
  headers.toSorted((a, b) => Number(b.number - a.number))[0]

/** @throws ProviderError when two others have the same block where the provider has another one. */
async function expectNoMajority(
  provider: Provider,
  others: readonly Account[],
  headerOf: (number: bigint) => Promise<Header>,
): Promise<void> {
  const lowest = others.toSorted((a, b) => Number(a.seen.number - b.seen.number))[0]
  if (lowest === undefined) return
  const { number, hash } = lowest.seen
  for (const { peer } of others) {
    if (peer === lowest.peer) continue
    const seen = await peer.ask((one) => one.header(number))
    if (seen?.hash !== hash || (await headerOf(number)).hash === hash) continue
    throw new ProviderError(
      'other_fork',
      `${provider.name} has another block ${number} than ${lowest.peer.name} and ${peer.name}`,
    )
  }
}
