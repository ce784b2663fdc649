import { escrowEventTopics } from '@tandem/escrow'
import { type Address, type Hex, pad } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { readHeader } from './header.ts'
import type { ChainLog } from './log.ts'
import { readLogRange, widestRange } from './logs.ts'
import { makeRangeSize } from './range-size.ts'
import { readReceipt } from './receipt.ts'
import { type Shown, stepOf } from './view-at-depth.ts'

/**
 * The receipt of a named transaction, together with the block at its height. `null` where a majority has no receipt. It
 * does not matter who named the transaction: {@link viewAtDepth} decides what the receipt must contain.
 */
export const askShown = (quorum: Quorum, hash: Hex): Promise<Belief<Shown | null>> =>
  quorum.ask(
    async (endpoint): Promise<Shown | null> => {
      const receipt = await readReceipt(endpoint, hash)
      if (receipt === null) return null
      const { isSuccess, blockNumber, blockHash, logs } = receipt
      const { hash: canonicalHash } = await readHeader(endpoint, blockNumber)
      return { isSuccess, blockNumber, blockHash, canonicalHash, logs }
    },
    { name: 'receipt', mayLag: true },
  )

interface WantedVault {
  readonly vault: Address
  /** Unix seconds: blocks before this time are not searched. */
  readonly since: number
}

/**
 * Reads the registry's logs of these vaults, from the head back to each vault's creation. Many vaults share each
 * request.
 *
 * @returns one list for each vault, in order. An empty list proves nothing.
 */
export async function askEventsOf(
  quorum: Quorum,
  wanted: readonly WantedVault[],
  { registry, head }: { registry: Address; head: bigint },
): Promise<Belief<readonly (readonly Shown[])[]>> {
  const read = async (endpoint: Endpoint, signal: AbortSignal) => {
    const logs = await readBack(endpoint, wanted, { registry, head, signal })
    const heights = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
    const headers = await Promise.all(heights.map((height) => readHeader(endpoint, height)))
    const hashAt = new Map(headers.map(({ number, hash }) => [number, hash]))
    return logs.map(({ address, topics, blockNumber, blockHash }) => {
      const canonicalHash = hashAt.get(blockNumber) ?? '0x'
      return { isSuccess: true, blockNumber, blockHash, canonicalHash, logs: [{ address, topics }] }
    })
  }
  const belief = await quorum.ask<readonly Shown[]>(read, { name: 'vault_events', mayLag: true })
  if (!isBelieved(belief)) return belief
  const of = ({ vault }: WantedVault) =>
    belief.value.filter(({ logs }) => logs.some((log) => stepOf(log, { registry, vault }) !== undefined))
  return { ...belief, value: wanted.map(of) }
}

/** Searches the newest blocks first, until every vault's creation is found or the vault's `since` is reached. */
async function readBack(
  endpoint: Endpoint,
  wanted: readonly WantedVault[],
  { registry, head, signal }: { registry: Address; head: bigint; signal: AbortSignal },
): Promise<ChainLog[]> {
  const topics = [wanted.map(({ vault }) => pad(vault))]
  const filter = { address: registry, kinds: escrowEventTopics, topics }
  const size = makeRangeSize(widestRange)
  const isCreated = (logs: readonly ChainLog[], { vault }: WantedVault) =>
    logs.some((log) => stepOf(log, { registry, vault }) === 'created')
  let found: ChainLog[] = []
  let left = wanted
  for (let to = head; to >= 0n; to -= BigInt(widestRange)) {
    const from = to >= BigInt(widestRange) ? to - BigInt(widestRange) + 1n : 0n
    found = [...(await readLogRange(endpoint, { from, to, filter, maxLogs, size, signal })), ...found]
    left = left.filter((one) => !isCreated(found, one))
    if (left.length === 0 || from === 0n) break
    const { timestamp } = await readHeader(endpoint, from)
    left = left.filter(({ since }) => timestamp >= since)
    if (left.length === 0) break
  }
  return found
}

/**
 * The most logs of one search. A vault has at most two events, and events of other vaults are filtered out by address.
 */
const maxLogs = 10_000
