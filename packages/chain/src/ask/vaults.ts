import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts/rules'
import { type EscrowTerms, readVaults, type VaultView } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type Belief, isBelieved, type Unbelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { type CommonBlock, commonBlock, mostApartOf } from './common-block.ts'
import { askOldViews } from './old-views.ts'
import { askTagged } from './tagged.ts'
import { askEventsOf, askShown } from './vault-events.ts'
import { type Shown, viewAtDepth } from './view-at-depth.ts'

/** The caller has derived the address from the terms. */
export interface AskedVault {
  readonly vault: Address
  readonly terms: EscrowTerms
  readonly depth: ConfirmationDepth
  /** Transactions that are said to have created or settled it, by whoever. They spare a search through logs. */
  readonly named?: readonly (Hex | null | undefined)[] | undefined
}

/** In the newest block that a majority has, and at depth. Unix seconds. */
export interface VaultFacts {
  readonly latest: VaultView
  readonly atDepth: VaultView
  readonly headNumber: bigint
  readonly headHash: Hex
  readonly chainTime: number
  readonly counted: bigint
}

interface Block {
  readonly number: bigint
  readonly hash: Hex
  readonly timestamp: bigint
}

interface AskedOf {
  readonly registry: Address
  readonly blockTimeMs: number
  /** The longest time from an order to its escrow's `cancelAfter`, in seconds: no log is looked for before. */
  readonly longestLifeSecs?: number | undefined
}

/** As the registry allows. */
const mostLifeSecs = 30 * 86_400
/** The order's clock, and the chain's. */
const clocksDifferSecs = 3_600

/**
 * Reads vaults at the same blocks from a majority: no endpoint alone can invent a vault or its depth. Where too few
 * endpoints keep the state of the counted block, the registry's events say what stood there ({@link viewAtDepth}).
 * @returns a belief for each vault, in order.
 */
export const askVaults = (panel: Panel, asked: readonly AskedVault[], of: AskedOf): Promise<Belief<VaultFacts>[]> =>
  askVaultsBy(readVaults, panel, asked, of)

/** A page has no room for the contract of many vaults. */
export async function askVaultsBy(
  read: typeof readVaults,
  panel: Panel,
  asked: readonly AskedVault[],
  of: AskedOf,
): Promise<Belief<VaultFacts>[]> {
  const tags = [...new Set(asked.flatMap(({ depth }) => depth.tag ?? []))]
  const [heads, ...tagged] = await Promise.all([
    panel.decide(({ client }) => blockOf(client), commonBlock<Block>(mostApartOf(of.blockTimeMs)), { name: 'head' }),
    ...tags.map((tag) => askTagged(panel, tag)),
  ])
  if (!isBelieved(heads)) return asked.map(() => heads)
  const taggedOf = new Map(
    tagged.map((belief, index) => [tags[index], isBelieved(belief) ? belief.value : undefined] as const),
  )
  const head = heads.value.number
  const counted = asked.map(({ depth }) => {
    const block = lastCountedBlock(depth, { head, tagged: taggedOf.get(depth.tag ?? undefined) })
    return block > 0n ? block : 0n
  })
  const readAt = (client: Endpoint['client'], blockNumber: bigint, vaults: readonly AskedVault[]) =>
    read(client, { registry: of.registry, vaults, blockNumber })
  const deep = asked.map((one, index) => ({ one, block: counted[index] as bigint })).filter(({ block }) => block < head)
  const [latest, old] = await Promise.all([
    panel.ask((endpoint) => readLatest(panel, endpoint, heads.value, (...at) => readAt(...at, asked)), {
      name: 'vault',
    }),
    deep.length === 0 ? undefined : askOldViews(panel, deep, readAt),
  ])
  if (!isBelieved(latest)) return asked.map(() => latest)
  const { views, block } = latest.value
  const facts = asked.map((one, index): Facts => {
    const at = { index, view: views[index], counted: counted[index] as bigint }
    return { ...at, asked: one, block, old: old?.get(one) }
  })
  const events = await eventsOf(panel, facts.filter(needsEvents), of)
  return facts.map((one) => beliefOf(one, { kind: latest.kind, registry: of.registry, events: events.get(one.asked) }))
}

interface Facts {
  readonly asked: AskedVault
  /** In the head's state; `undefined` where something else stands. */
  readonly view: VaultView | undefined
  readonly counted: bigint
  readonly block: Block
  /** In the counted block's state; `undefined` where the counted block is the head. */
  readonly old: Belief<VaultView | undefined> | 'no_state' | undefined
}

const needsEvents = ({ view, old }: Facts): boolean =>
  old === 'no_state' && view !== undefined && view.state !== 'missing' && view.hasTerms

function beliefOf(
  { asked: { vault, terms }, view: latest, counted, block, old }: Facts,
  { kind, registry, events }: { kind: 'single' | 'agreed' | 'proven'; registry: Address; events: Events | undefined },
): Belief<VaultFacts> {
  if (latest === undefined) return noVault
  const { number: headNumber, hash: headHash, timestamp } = block
  const factsWith = (atDepth: VaultView): Belief<VaultFacts> => ({
    kind,
    value: { latest, atDepth, headNumber, headHash, chainTime: Number(timestamp), counted },
  })
  if (old === undefined) return factsWith(latest)
  if (old !== 'no_state') {
    if (!isBelieved(old)) return old
    return old.value === undefined ? noVault : factsWith(old.value)
  }
  const { shown = [], failure } = events ?? {}
  const found = viewAtDepth({ registry, vault, amount: terms.amount, latest, headNumber, counted, shown })
  if ('view' in found) return factsWith(found.view)
  return (
    failure ?? { kind: 'waiting', reason: `${found.unknown}, and too few endpoints keep the state of block ${counted}` }
  )
}

/** For an address where something else stands. */
export const noVault: Unbelieved = { kind: 'disputed', reason: 'what stands at the address is no vault' }

interface Events {
  readonly shown: readonly Shown[]
  /** Why the logs could not be read. */
  readonly failure: Unbelieved | undefined
}

/** By the named transactions; for the vaults that they do not explain, by the registry's logs. */
async function eventsOf(
  panel: Panel,
  facts: readonly Facts[],
  { registry, longestLifeSecs = mostLifeSecs }: AskedOf,
): Promise<ReadonlyMap<AskedVault, Events>> {
  const named = await Promise.all(
    facts.map(async ({ asked }) => {
      const hashes = new Set((asked.named ?? []).flatMap((hash) => hash ?? []))
      const beliefs = await Promise.all([...hashes].map((hash) => askShown(panel, hash)))
      return [asked, beliefs.flatMap((one) => (isBelieved(one) && one.value !== null ? [one.value] : []))] as const
    }),
  )
  const shownOf = new Map(named)
  const isExplained = ({ asked, view: latest, counted, block }: Facts): boolean => {
    const { vault, terms } = asked
    const [shown, headNumber] = [shownOf.get(asked) ?? [], block.number]
    if (latest === undefined) return true
    return 'view' in viewAtDepth({ registry, vault, amount: terms.amount, latest, headNumber, counted, shown })
  }
  const rest = facts.filter((one) => !isExplained(one))
  const [head] = rest.map(({ block }) => block.number)
  const wanted = rest.map(({ asked: { vault, terms } }) => {
    return { vault, since: terms.cancelAfter - longestLifeSecs - clocksDifferSecs }
  })
  const logs = head === undefined ? undefined : await askEventsOf(panel, wanted, { registry, head })
  return new Map(
    facts.map(({ asked }): [AskedVault, Events] => {
      const place = rest.findIndex((one) => one.asked === asked)
      if (place === -1 || logs === undefined) return [asked, { shown: shownOf.get(asked) ?? [], failure: undefined }]
      if (!isBelieved(logs)) return [asked, { shown: [], failure: logs }]
      return [asked, { shown: logs.value[place] ?? [], failure: undefined }]
    }),
  )
}

/** The vaults in the head's state, with the head: all endpoints of a majority say them of one block. */
async function readLatest(
  { endpoints }: Panel,
  endpoint: Endpoint,
  heads: CommonBlock<Block>,
  readAt: (client: Endpoint['client'], block: bigint) => Promise<readonly (VaultView | undefined)[]>,
): Promise<{ block: Block; views: readonly (VaultView | undefined)[] }> {
  const { client } = endpoint
  const own = heads.heads[endpoints.indexOf(endpoint)]
  const [block, views] = await Promise.all([
    own?.number === heads.number ? own : blockOf(client, heads.number),
    readAt(client, heads.number),
  ])
  return { block, views }
}

async function blockOf(client: Endpoint['client'], blockNumber?: bigint): Promise<Block> {
  const at = blockNumber === undefined ? ({ blockTag: 'latest' } as const) : { blockNumber }
  const { number, hash, timestamp } = await getBlock(client, at)
  return { number, hash, timestamp }
}
