import { isDeepStrictEqual } from 'node:util'
import type { ConfirmationDepth } from '@tandem/contracts'
import { type EscrowTerms, readVaultAtDepth, type VaultAtDepth } from '@tandem/escrow'
import type { Address, Client, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { type Agreement, commonBlock } from '../domain/agreement.ts'

interface Block {
  number: bigint
  hash: Hex
  timestamp: bigint
}

/**
 * Reads a vault, and the block that it is read at, from every endpoint, so that none of them alone can make a vault, or
 * its depth, appear. Those that do not answer are left out; those that do must say the same.
 *
 * @param options.quorum how many endpoints must answer.
 */
export async function readAgreedVault(
  clients: readonly Client[],
  options: ConfirmationDepth & { vault: Address; terms: EscrowTerms; quorum: number; blockTimeMs: number },
): Promise<Agreement<VaultAtDepth>> {
  const { quorum, blockTimeMs, ...what } = options
  const heads = await answersOf(clients, async (client) => ({ client, head: await blockOf(client) }))
  const common = commonBlock(
    heads.map(({ head }) => head.number),
    quorum,
    blockTimeMs,
  )
  if (!common.isAgreed) return common
  const able = heads.filter(({ head }) => head.number >= common.value)
  const readings = await answersOf(able, async ({ client, head }) => {
    const block = head.number === common.value ? head : await blockOf(client, common.value)
    return { block, vault: await readVaultAtDepth(client, { ...what, head: block }) }
  })
  const [first] = readings
  if (first === undefined || readings.length < quorum)
    return { isAgreed: false, reason: `${readings.length} of the ${quorum} endpoints that must agree answer` }
  if (!readings.every((reading) => isDeepStrictEqual(reading, first)))
    return { isAgreed: false, reason: `the endpoints disagree at block ${common.value}` }
  return { isAgreed: true, value: first.vault }
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
