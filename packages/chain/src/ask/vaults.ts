import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts/rules'
import { type EscrowTerms, readVaults, type VaultView } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { type CommonBlock, commonBlock, mostApartOf } from './common-block.ts'
import { askTagged } from './tagged.ts'

/** The caller has derived the address from the terms. */
export interface AskedVault {
  readonly vault: Address
  readonly terms: EscrowTerms
  readonly depth: ConfirmationDepth
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

/**
 * Reads vaults at the same blocks from a majority: no endpoint alone can invent a vault or its depth.
 * @returns in the order asked; `undefined` where something else stands.
 */
export const askVaults = (
  panel: Panel,
  asked: readonly AskedVault[],
  at: { registry: Address; blockTimeMs: number },
): Promise<Belief<readonly (VaultFacts | undefined)[]>> => askVaultsBy(readVaults, panel, asked, at)

/** A page has no room for the contract of many vaults. */
export async function askVaultsBy(
  read: typeof readVaults,
  panel: Panel,
  asked: readonly AskedVault[],
  { registry, blockTimeMs }: { registry: Address; blockTimeMs: number },
): Promise<Belief<readonly (VaultFacts | undefined)[]>> {
  const tags = [...new Set(asked.flatMap(({ depth }) => depth.tag ?? []))]
  const [heads, ...tagged] = await Promise.all([
    panel.decide(({ client }) => blockOf(client), commonBlock<Block>(mostApartOf(blockTimeMs)), { name: 'head' }),
    ...tags.map((tag) => askTagged(panel, tag)),
  ])
  if (!isBelieved(heads)) return heads
  const taggedOf = new Map(
    tagged.map((belief, index) => [tags[index], isBelieved(belief) ? belief.value : undefined] as const),
  )
  const head = heads.value.number
  const counted = asked.map(({ depth }) => {
    const block = lastCountedBlock(depth, { head, tagged: taggedOf.get(depth.tag ?? undefined) })
    return block > 0n ? block : 0n
  })
  return panel.ask((endpoint) => readAt(panel, endpoint, { read, heads: heads.value, asked, counted, registry }), {
    name: 'vault',
  })
}

interface Reading {
  readonly read: typeof readVaults
  readonly heads: CommonBlock<Block>
  readonly asked: readonly AskedVault[]
  readonly counted: readonly bigint[]
  readonly registry: Address
}

async function readAt(
  { endpoints }: Panel,
  endpoint: Endpoint,
  { read, heads, asked, counted, registry }: Reading,
): Promise<readonly (VaultFacts | undefined)[]> {
  const { client } = endpoint
  const own = heads.heads[endpoints.indexOf(endpoint)]
  const numbers = [...new Set([heads.number, ...counted])]
  const [block, ...views] = await Promise.all([
    own?.number === heads.number ? own : blockOf(client, heads.number),
    ...numbers.map(async (blockNumber) => {
      const vaults = asked.filter((_one, index) => blockNumber === heads.number || counted[index] === blockNumber)
      const found = await read(client, { registry, vaults, blockNumber })
      return new Map(vaults.map((one, index) => [one, found[index]]))
    }),
  ])
  const viewsAt = new Map(numbers.map((number, index) => [number, views[index]]))
  return asked.map((one, index) => {
    const deep = counted[index] as bigint
    const [latest, atDepth] = [viewsAt.get(heads.number)?.get(one), viewsAt.get(deep)?.get(one)]
    if (latest === undefined || atDepth === undefined) return undefined
    const { number: headNumber, hash: headHash, timestamp } = block
    return { latest, atDepth, headNumber, headHash, chainTime: Number(timestamp), counted: deep }
  })
}

async function blockOf(client: Endpoint['client'], blockNumber?: bigint): Promise<Block> {
  const at = blockNumber === undefined ? ({ blockTag: 'latest' } as const) : { blockNumber }
  const { number, hash, timestamp } = await getBlock(client, at)
  return { number, hash, timestamp }
}
