import type { VaultView } from '@tandem/escrow'
import type { Address } from 'viem'
import { isBelieved, type Unbelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { AskedOf, AskedVault } from './asked-vault.ts'
import { askEventsOf, askShown } from './vault-events.ts'
import { type Shown, viewAtDepth } from './view-at-depth.ts'

/** The longest life that the registry allows a vault, in seconds. */
const maxLifeSecs = 30 * 86_400
/** How far the clock of the order's maker and that of the chain may differ, in seconds. */
const clocksDifferSecs = 3_600

/** A vault for which too few endpoints keep the state of the newest confirmed block. */
export interface LackingVault {
  readonly asked: AskedVault
  /** The vault in the head's state. */
  readonly latest: VaultView
  readonly headNumber: bigint
  readonly counted: bigint
}

/**
 * Derives the state of vaults in the confirmed block from the registry's events and from their state at the head
 * ({@link viewAtDepth}).
 * @returns for each vault its state in that block, or why it cannot be known.
 */
export async function askViewsByEvents(
  quorum: Quorum,
  vaults: readonly LackingVault[],
  of: AskedOf,
): Promise<ReadonlyMap<AskedVault, VaultView | Unbelieved>> {
  const events = await eventsOf(quorum, vaults.filter(needsEvents), of)
  return new Map(vaults.map((one) => [one.asked, viewOf(one, of.registry, events.get(one.asked))]))
}

const needsEvents = ({ latest }: LackingVault): boolean => latest.state !== 'missing' && latest.hasTerms

function viewOf(one: LackingVault, registry: Address, events: Events | undefined): VaultView | Unbelieved {
  const found = viewBy(one, registry, events?.shown ?? [])
  if ('view' in found) return found.view
  const reason = `${found.unknown}, and too few endpoints keep the state of block ${one.counted}`
  return events?.failure ?? { kind: 'waiting', reason }
}

const viewBy = (
  { asked: { vault, terms }, latest, headNumber, counted }: LackingVault,
  registry: Address,
  shown: readonly Shown[],
) => viewAtDepth({ registry, vault, amount: terms.amount, latest, headNumber, counted, shown })

interface Events {
  readonly shown: readonly Shown[]
  /** Says why the logs could not be read, if they could not. */
  readonly failure: Unbelieved | undefined
}

/**
 * Reads the receipts of the transactions that were named. Where these do not explain a vault's state, the registry's
 * logs are searched for its events.
 */
async function eventsOf(
  quorum: Quorum,
  vaults: readonly LackingVault[],
  { registry, longestLifeSecs = maxLifeSecs }: AskedOf,
): Promise<ReadonlyMap<AskedVault, Events>> {
  const shownOf = new Map(
    await Promise.all(vaults.map(async ({ asked }) => [asked, await namedEventsOf(quorum, asked)] as const)),
  )
  const rest = vaults.filter((one) => !('view' in viewBy(one, registry, shownOf.get(one.asked) ?? [])))
  const [head] = rest.map(({ headNumber }) => headNumber)
  const wanted = rest.map(({ asked: { vault, terms } }) => {
    return { vault, since: terms.cancelAfter - longestLifeSecs - clocksDifferSecs }
  })
  const logs = head === undefined ? undefined : await askEventsOf(quorum, wanted, { registry, head })
  return new Map(
    vaults.map(({ asked }): [AskedVault, Events] => {
      const place = rest.findIndex((one) => one.asked === asked)
      if (place === -1 || logs === undefined) return [asked, { shown: shownOf.get(asked) ?? [], failure: undefined }]
      if (!isBelieved(logs)) return [asked, { shown: [], failure: logs }]
      return [asked, { shown: logs.value[place] ?? [], failure: undefined }]
    }),
  )
}

/** Reads, from a majority, the transactions that somebody named. */
async function namedEventsOf(quorum: Quorum, { named = [] }: AskedVault): Promise<Shown[]> {
  const hashes = new Set(named.flatMap((hash) => hash ?? []))
  const beliefs = await Promise.all([...hashes].map((hash) => askShown(quorum, hash)))
  return beliefs.flatMap((one) => (isBelieved(one) && one.value !== null ? [one.value] : []))
}
