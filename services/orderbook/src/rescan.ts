import { type ConfigOf, configFromProcess, directUrlOf } from '@tandem/service-kit'
import type pg from 'pg'
import { makeChainPool } from './chain/chain-pool.ts'
import { isSameBlock, witnessedEventsIn } from './chain/provider-witness.ts'
import { makeReceiptAudit } from './chain/receipt-audit.ts'
import { rememberedBlocksOf } from './chain/remembered-blocks.ts'
import { sourceOfChain } from './chain/source-of-chain.ts'
import { settings } from './config.ts'
import { makeCommandPool } from './db/command-pool.ts'
import { readUpTo, storedKeys, storeMissed } from './db/missed-events.store.ts'

/** Blocks of one request and one transaction. */
const windowBlocks = 2_000n

const rescanSettings = {
  databaseUrl: settings.databaseUrl,
  databaseDirectUrl: settings.databaseDirectUrl,
  network: settings.network,
  rpcUrls: settings.rpcUrls,
  rpcTimeoutMs: settings.rpcTimeoutMs,
  chainMaxAheadSecs: settings.chainMaxAheadSecs,
} as const
type RescanConfig = ConfigOf<typeof rescanSettings>

export interface RescanOptions {
  /** A chain of NETWORK_FILE. */
  chain: string
  /** The first block, and the last one: by default the last one that the watcher has read. */
  from: string
  to?: string | undefined
  /** Stores nothing. */
  check: boolean
}

/**
 * `main.ts rescan`: finds events that no endpoint showed when their blocks were read, and stores them.
 *
 * @returns the exit code.
 */
export async function rescan(options: RescanOptions, print: (line: string) => void): Promise<number> {
  const { chain, from, to, check } = options
  const config = configFromProcess(rescanSettings)
  const pool = makeCommandPool(directUrlOf(config), 'tandem-rescan')
  try {
    const last = to === undefined ? undefined : BigInt(to)
    const missing = await rescanChain(config, pool, { chain, from: BigInt(from), to: last, check }, print)
    print(missing === 0 ? 'no event is missing' : `${missing} missing event(s)${check ? '' : ', stored'}`)
    return check && missing > 0 ? 1 : 0
  } finally {
    await pool.end()
  }
}

type What = { chain: string; from: bigint; to: bigint | undefined; check: boolean }

async function rescanChain(
  { network, rpcUrls, rpcTimeoutMs, chainMaxAheadSecs }: RescanConfig,
  database: pg.Pool,
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
  const endpoints = makeChainPool(config, source, rpcUrls[what.chain] ?? [], {
    requestTimeoutMs: rpcTimeoutMs,
    maxAheadSecs: chainMaxAheadSecs,
    now: Date.now,
    observer: {
      asked: () => undefined,
      failed: (name, error) => print(`${name}: ${error.message}`),
      isUp: () => undefined,
      isPreferred: () => undefined,
    },
  })
  const audit = makeReceiptAudit({ sampleBlocks: Number(windowBlocks), random: Math.random })
  let missing = 0
  for (let from = what.from; from <= last; from += windowBlocks) {
    const to = from + windowBlocks - 1n < last ? from + windowBlocks - 1n : last
    const events = await endpoints.run(async (provider, peers) => {
      const end = await provider.header(to)
      await isSameBlock(provider, peers, end)
      const told = await witnessedEventsIn(provider, peers, from, end, audit)
      if (endpoints.size > 1 && !told.isWitnessed)
        throw new Error(`no other endpoint than ${provider.name} answers: try again, or name the others without it`)
      return told.events
    })
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
