import { type ConfigOf, configFromProcess, directUrlOf } from '@tandem/service-kit'
import { constants, settings } from './config.ts'
import { type PrismaClient, prismaOf } from './db/client.ts'
import { makeCommandPool } from './db/command-pool.ts'
import { makeChainQuorum } from './network/chain-quorum.ts'
import { type ChainReader, makeChainReader } from './watcher/chain-reader.ts'
import { readUpTo, storedKeys, storeMissed } from './watcher/db/missed-events.store.ts'
import type { ChainEvent } from './watcher/domain/chain-event.ts'
import { rememberedBlocksOf } from './watcher/domain/remembered-blocks.ts'
import { sourceOfChain } from './watcher/source-of-chain.ts'

const windowBlocks = 2_000n
const linkedBlocks = 32n
const logsBudgetMs = 30_000

const rescanSettings = {
  databaseUrl: settings.databaseUrl,
  databaseDirectUrl: settings.databaseDirectUrl,
  network: settings.network,
  rpcUrls: settings.rpcUrls,
  chainMaxAheadSecs: settings.chainMaxAheadSecs,
} as const
type RescanConfig = ConfigOf<typeof rescanSettings>

export interface RescanOptions {
  chain: string
  from: string
  to?: string | undefined
  check: boolean
}

/**
 * `main.ts rescan`: reads blocks again, and stores the events that no endpoint showed before. Without `to`, the last block
 * is the last one that the watcher has read.
 * @returns the exit code.
 */
export async function rescan(options: RescanOptions, print: (line: string) => void): Promise<number> {
  const { chain, from, to, check } = options
  const config = configFromProcess(rescanSettings)
  const pool = makeCommandPool(directUrlOf(config), 'tandem-rescan')
  try {
    const last = to === undefined ? undefined : BigInt(to)
    const missing = await rescanChain(config, prismaOf(pool), { chain, from: BigInt(from), to: last, check }, print)
    print(missing === 0 ? 'no event is missing' : `${missing} missing event(s)${check ? '' : ', stored'}`)
    return check && missing > 0 ? 1 : 0
  } finally {
    await pool.end()
  }
}

type What = { chain: string; from: bigint; to: bigint | undefined; check: boolean }

async function rescanChain(
  { network, rpcUrls, chainMaxAheadSecs }: RescanConfig,
  database: PrismaClient,
  what: What,
  print: (line: string) => void,
): Promise<number> {
  const config = network.chains.find((one) => one.chain === what.chain)
  const source = config && sourceOfChain(config, network)
  if (config === undefined || source === undefined) throw new Error(`${what.chain} is no chain with escrows or hops`)
  const rules = { config, assets: network.assets }
  const cursor = await readUpTo(database, what.chain)
  if (cursor === undefined) throw new Error(`${what.chain} was never read: start the watcher first`)
  const last = what.to === undefined || what.to > cursor ? cursor : what.to
  const quorum = makeChainQuorum(config, rpcUrls[what.chain] ?? [], {
    ...{ timeoutMs: constants.rpcTimeoutMs, now: Date.now },
    observer: { failed: (name, _question, _fault, words) => print(`${name}: ${words}`) },
  })
  const reader = makeChainReader(config, source, quorum, {
    ...{ logsBudgetMs, maxAheadSecs: chainMaxAheadSecs, now: Date.now },
  })
  let missing = 0
  for (let from = what.from; from <= last; from += windowBlocks) {
    const to = from + windowBlocks - 1n < last ? from + windowBlocks - 1n : last
    const events = await provenEvents(reader, from, to)
    const stored = new Set(await storedKeys(database, what.chain, { from, to }))
    const missed = events.filter(({ blockHash, logIndex }) => !stored.has(`${blockHash} ${logIndex}`))
    for (const { blockNumber, kind, subject, txHash } of missed)
      print(`block ${blockNumber}: ${kind} ${subject} in ${txHash}`)
    if (what.check) missing += missed.length
    else if (missed.length > 0) {
      const options = { rememberedBlocks: rememberedBlocksOf(config), now: Date.now }
      missing += (await storeMissed(database, rules, missed, options)).stored
    }
    print(`blocks ${from} to ${to}: ${events.length} event(s)`)
  }
  return missing
}

/** Reads the events of blocks with all headers. Receipts are read only where a bloom filter may contain an event. */
async function provenEvents(reader: ChainReader, first: bigint, last: bigint): Promise<ChainEvent[]> {
  const events: ChainEvent[] = []
  for (let from = first; from <= last; from += linkedBlocks) {
    const to = from + linkedBlocks - 1n < last ? from + linkedBlocks - 1n : last
    const headers = await reader.linked(from, await reader.header(to))
    events.push(...(await reader.eventsOf(headers)))
  }
  return events
}
