import { lastCountedBlock } from '@tandem/contracts/rules'
import { readVaults, type VaultView } from '@tandem/escrow'
import type { Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type Belief, isBelieved, type Unbelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { AskedOf, AskedVault } from './asked-vault.ts'
import { type CommonBlock, commonBlock, maxApartOf } from './common-block.ts'
import { askOldViews } from './old-views.ts'
import { askTagged } from './tagged.ts'

/** The state of a vault in the newest block that a majority has, and at confirmation depth. Times are in unix seconds. */
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

/**
 * Reads vaults at the same blocks from a majority: no endpoint alone can invent a vault or its depth. Where too few
 * endpoints keep the state of the counted block, the registry's events say what stood there ({@link viewAtDepth}).
 * @returns a belief for each vault, in order.
 */
export const askVaults = (quorum: Quorum, asked: readonly AskedVault[], of: AskedOf): Promise<Belief<VaultFacts>[]> =>
  askVaultsBy(readVaults, quorum, asked, of)

/** Reads vaults one by one. A page uses it, because the contract that reads many at once would make it larger. */
export async function askVaultsBy(
  read: typeof readVaults,
  quorum: Quorum,
  asked: readonly AskedVault[],
  of: AskedOf,
): Promise<Belief<VaultFacts>[]> {
  const tags = [...new Set(asked.flatMap(({ depth }) => depth.tag ?? []))]
  const [heads, ...tagged] = await Promise.all([
    quorum.decide(({ client }) => blockOf(client), commonBlock<Block>(maxApartOf(of.blockTimeMs)), { name: 'head' }),
    ...tags.map((tag) => askTagged(quorum, tag)),
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
    quorum.ask((endpoint) => readLatest(quorum, endpoint, heads.value, (...at) => readAt(...at, asked)), {
      name: 'vault',
    }),
    deep.length === 0 ? undefined : askOldViews(quorum, deep, readAt),
  ])
  if (!isBelieved(latest)) return asked.map(() => latest)
  const { views, block } = latest.value
  const facts = asked.map((one, index): Facts => {
    return { asked: one, latest: views[index], counted: counted[index] as bigint, block, old: old?.get(one) }
  })
  const proven = await viewsByEvents(quorum, facts, of)
  return facts.map((one) => beliefOf(one, latest.kind, proven?.get(one.asked)))
}

interface Facts {
  readonly asked: AskedVault
  /** The vault in the head's state; `undefined` when something else is at the address. */
  readonly latest: VaultView | undefined
  readonly counted: bigint
  readonly block: Block
  /** The vault in the state of the newest confirmed block; `undefined` when that block is the head. */
  readonly old: Belief<VaultView | undefined> | 'no_state' | undefined
}

/**
 * What the registry's events say of the vaults whose old state too few endpoints keep. The code for it is loaded when it
 * is needed: most pages never meet such endpoints.
 * @returns `undefined` where it could not be loaded.
 */
async function viewsByEvents(quorum: Quorum, facts: readonly Facts[], of: AskedOf) {
  const lacking = facts.flatMap(({ asked, latest, counted, block, old }) =>
    old === 'no_state' && latest !== undefined ? [{ asked, latest, counted, headNumber: block.number }] : [],
  )
  if (lacking.length === 0) return undefined
  const loaded = await import('./views-by-events.ts').catch(() => undefined)
  return loaded?.askViewsByEvents(quorum, lacking, of)
}

function beliefOf(
  { latest, counted, block, old }: Facts,
  kind: 'single' | 'agreed' | 'proven',
  proven: VaultView | Unbelieved | undefined,
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
  if (proven === undefined) return notLoaded
  return 'kind' in proven ? proven : factsWith(proven)
}

/** What is believed when something other than a vault is deployed at the address. */
export const noVault: Unbelieved = { kind: 'disputed', reason: 'what stands at the address is no vault' }

const notLoaded: Unbelieved = {
  kind: 'waiting',
  reason: 'the code that reads the registry’s events could not be loaded',
}

/**
 * Reads the vaults in the head's state, together with the head, so that all endpoints of a majority speak of one block.
 */
async function readLatest(
  { endpoints }: Quorum,
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
