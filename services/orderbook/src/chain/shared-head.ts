import type { Header, Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'

/** How long nothing may be shared before that is an error. */
const quietMs = 30_000

/** The last stored block, and since when no other endpoint has shown what follows it. Unix milliseconds. */
export interface Held {
  readonly read: bigint
  readonly since: number
}

/** The knowledge of the other endpoints of a chain that one look leaves to the next. */
export interface SharedHeadMemory {
  held?: Held | undefined
  /** The other endpoints were waited for long enough: one is believed alone until another has what was read. */
  isAlone?: boolean
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
 * @param headerOf a block of the endpoint in use.
 * @returns `undefined` while no other endpoint has a block above `read`.
 * @throws ProviderError when two other endpoints share a block that contradicts the endpoint in use. DisputedError when
 *   nothing could be read for half a minute.
 */
export async function sharedHead(
  look: SharedHeadLook,
  { provider, peers, head }: { provider: Provider; peers: readonly Peer[]; head: Header },
  read: bigint,
  headerOf: (number: bigint) => Promise<Header> = provider.header,
): Promise<Header | undefined> {
  if (look.pool.size === 1) return head
  const accounts = await accountsOf(peers, head, headerOf)
  const shared = highest(accounts.filter(isSame).map(({ own }) => own))
  // It has all that was read again.
  if (shared !== undefined && shared.number >= read) look.memory.isAlone = false
  if (shared !== undefined && shared.number > read) return shared
  if (shared === undefined) await expectNoMajority(provider, accounts, headerOf)
  const heldMs = noteHeld(look, read)
  if (accounts.length <= 1 && accounts.every(isSame) && isTimeUp(look, heldMs)) {
    const behind = (peer: Peer) => new ProviderError('behind', `${peer.name} is behind block ${read}`)
    for (const { peer } of accounts) peer.blame(behind(peer))
    return head
  }
  // Two others show that the chain ends there: the endpoint in use is merely not believed.
  if (heldMs < quietMs || accounts.filter(isSame).length > 1) return undefined
  const others = accounts.map(({ peer, seen }) => `${peer.name} has block ${seen.number}, ${seen.hash}`)
  throw new DisputedError(
    `${provider.name} alone shows block ${head.number}, ${head.hash}: ${others.join(', ') || 'no other endpoint answers'}`,
  )
}

/** Whether the other endpoints were waited for long enough, now or before. */
export function isTimeUp({ memory, maxLagMs }: SharedHeadLook, heldMs: number): boolean {
  memory.isAlone = memory.isAlone === true || heldMs >= maxLagMs
  return memory.isAlone
}

/** Notes that nothing above this block is shared. Returns since how many milliseconds. */
export function noteHeld({ memory, now }: SharedHeadLook, read: bigint): number {
  if (memory.held?.read !== read) memory.held = { read, since: now() }
  return now() - memory.held.since
}

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
      'wrong_data',
      `${provider.name} has another block ${number} than ${lowest.peer.name} and ${peer.name}`,
    )
  }
}
