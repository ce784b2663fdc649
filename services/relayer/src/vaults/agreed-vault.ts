import { isDeepStrictEqual } from 'node:util'
import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts'
import { type EscrowTerms, readVaults, type VaultAtDepth, type VaultView } from '@tandem/escrow'
import type { Address, Client, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type Agreement, commonBlock } from './domain/agreement.ts'

/** A vault to be read now, and as deep as its order needs. The caller has derived the address from the terms. */
export interface AskedVault {
  vault: Address
  /** The terms that it must have. */
  terms: EscrowTerms
  depth: ConfirmationDepth
}

interface Block {
  number: bigint
  hash: Hex
  timestamp: bigint
}

/**
 * Reads vaults, and the block that they are read at, from every endpoint, so that none of them alone can make a vault,
 * or its depth, appear. Endpoints that do not answer are left out; the others must say the same.
 *
 * @param options.quorum how many endpoints must answer.
 * @returns one for each that is asked, in order.
 */
export async function readAgreedVaults(
  clients: readonly Client[],
  registry: Address,
  asked: readonly AskedVault[],
  { quorum, blockTimeMs }: { quorum: number; blockTimeMs: number },
): Promise<Agreement<VaultAtDepth>[]> {
  const heads = await answersOf(clients, async (client) => ({ client, head: await blockOf(client) }))
  const common = commonBlock(
    heads.map(({ head }) => head.number),
    quorum,
    blockTimeMs,
  )
  if (!common.isAgreed) return asked.map(() => common)
  const able = heads.filter(({ head }) => head.number >= common.value)
  const readings = await answersOf(able, async ({ client, head }) => {
    const block = head.number === common.value ? head : await blockOf(client, common.value)
    return { block, vaults: await readVaultsAtDepth(client, registry, asked, block) }
  })
  return asked.map((_, index) => {
    const said = readings.flatMap(({ block, vaults }) => {
      const vault = vaults[index]
      return vault === undefined ? [] : [{ block, vault }]
    })
    const [first] = said
    if (first === undefined || said.length < quorum)
      return { isAgreed: false, reason: `${said.length} of the ${quorum} endpoints that must agree answer` }
    if (!said.every((one) => isDeepStrictEqual(one, first)))
      return { isAgreed: false, reason: `the endpoints disagree at block ${common.value}` }
    return { isAgreed: true, value: first.vault }
  })
}

/**
 * Reads vaults by one question for the latest block, and one for each depth.
 *
 * @param block the block to take for the latest; by default the one that the endpoint has.
 * @returns one for each that is asked, in order; nothing where there is something that does not answer as a vault.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaultsAtDepth(
  client: Client,
  registry: Address,
  asked: readonly AskedVault[],
  block?: Block,
): Promise<(VaultAtDepth | undefined)[]> {
  const head = block ?? (await blockOf(client))
  const counted = await countedBlocks(client, asked, head.number)
  const readAt = async (blockNumber: bigint) => {
    const vaults = asked.filter((_, index) => blockNumber === head.number || counted[index] === blockNumber)
    const views = await readVaults(client, { registry, vaults, blockNumber })
    return [blockNumber, new Map(vaults.map((one, index) => [one, views[index]]))] as const
  }
  const numbers = [...new Set([head.number, ...counted])]
  const byBlock: ReadonlyMap<bigint, ReadonlyMap<AskedVault, VaultView | undefined>> = new Map(
    await Promise.all(numbers.map(readAt)),
  )
  return asked.map((one, index) => {
    const latest = byBlock.get(head.number)?.get(one)
    const atDepth = byBlock.get(counted[index] as bigint)?.get(one)
    if (latest === undefined || atDepth === undefined) return undefined
    return { latest, atDepth, headNumber: head.number, chainTime: Number(head.timestamp) }
  })
}

/** For each that is asked the highest block whose facts count. Before there is one, it is the first block of all. */
async function countedBlocks(client: Client, asked: readonly AskedVault[], head: bigint): Promise<bigint[]> {
  const tags = [...new Set(asked.flatMap(({ depth }) => (depth.tag === null ? [] : [depth.tag])))]
  const tagged = new Map(
    await Promise.all(tags.map(async (tag) => [tag, (await getBlock(client, { blockTag: tag })).number] as const)),
  )
  return asked.map(({ depth }) => {
    const counted = lastCountedBlock(depth, { head, tagged: depth.tag === null ? undefined : tagged.get(depth.tag) })
    return counted > 0n ? counted : 0n
  })
}

async function blockOf(client: Client, blockNumber?: bigint): Promise<Block> {
  const { number, hash, timestamp } = await getBlock(
    client,
    blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber },
  )
  return { number, hash, timestamp }
}

/** The answers of those that gave one. */
async function answersOf<T, U>(asked: readonly T[], ask: (one: T) => Promise<U>): Promise<U[]> {
  const settled = await Promise.allSettled(asked.map(ask))
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
