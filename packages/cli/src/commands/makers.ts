import { askLatest } from '@tandem/chain'
import { depthSecs, isSignedBy, type MakerRecordWire, makerRecordSchema } from '@tandem/contracts'
import { type TandemClient, TandemError } from '@tandem/sdk'
import type { Command } from 'commander'
import { getBlock } from 'viem/actions'
import { collect } from '../collect.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../failure.ts'
import {
  type AuditedChain,
  auditRecord,
  coveredSecs,
  type Difference,
  type QuotedOrder,
} from '../makers/audit-record.ts'
import { type Ranges, rangesOf, readEvents } from '../read-events.ts'
import type { Settings } from '../settings.ts'

interface Options {
  signer?: string
  blocks?: string[]
}

export function makersCommand(program: Command, context: Context): void {
  program
    .command('makers')
    .description('what makers did')
    .command('audit')
    .description('derives a maker’s record from the chains and its signed quotes, and holds the orderbook’s against it')
    .argument('<maker>', 'maker_id')
    .option('--signer <address>', 'the key of the maker; by default the one that the orderbook lists')
    .option(
      '--blocks <chain=from..to>',
      'where events are looked for; by default as far back as the record goes',
      collect,
    )
    .addHelpText(
      'after',
      '\nExample:\n  tandem --orderbook https://… --network network.json --rpc base=https://… --rpc avalanche=https://… makers audit maker-one',
    )
    .action((maker: string, options: Options) => audit(maker, options, context))
}

async function audit(maker: string, options: Options, { io, settings, end }: Context): Promise<void> {
  const at = settings()
  const client = at.client()
  const signer = options.signer ?? (await client.listMakers()).find(({ maker_id }) => maker_id === maker)?.signer
  if (signer === undefined) throw new UsageError(`${maker} is not listed: give its key with --signer`)
  const record = await wholeRecord(client, maker)
  const stop = io.waiting('reading the chains')
  const kept = await keptOrders(at, signer)
  const ranges = rangesOf(options.blocks ?? [])
  const chains = await readChains(at, record, { kept, ranges }).finally(stop)
  const { derived, differences, excusedByWord } = auditRecord(record, chains, kept)
  const all = [...(await unsigned(record, signer)), ...differences]
  const { fills, fades, pending, strikes, benchedUntil } = derived
  const numbers = { maker, fills, fades, pending, strikes, benched_until: benchedUntil }
  if (at.json) io.out(JSON.stringify({ ...numbers, excused_by_word: excusedByWord, differences: all }))
  else {
    io.out(JSON.stringify(numbers))
    for (const { order_id, source, about, record: says, chains: shows } of all)
      io.out(
        `✗ ${order_id === null ? 'record' : `order ${order_id} (${source})`}: ${about} (record: ${says}; chains: ${shows})`,
      )
    for (const id of excusedByWord) io.note(`order ${id} is excused by the orderbook's word alone`)
  }
  end(all.length === 0 ? exitCodes.done : exitCodes.unverified)
}

type WholeRecord = Omit<MakerRecordWire, 'next_cursor'>

/** All pages of one computation of a record. A record that is computed again between two pages is read anew. */
async function wholeRecord(client: TandemClient, maker: string): Promise<WholeRecord> {
  const limit = 100
  const read = async (cursor?: string) =>
    makerRecordSchema.parse(await client.getMakerRecord(maker, cursor === undefined ? { limit } : { limit, cursor }))
  let record = await read()
  const evidence = [...record.evidence]
  const seen = new Set<string>()
  for (let cursor = record.next_cursor; cursor !== null; ) {
    if (seen.has(cursor)) throw new UsageError(`the record of ${maker} has no end`)
    seen.add(cursor)
    const page = await read(cursor)
    if (page.computed_at !== record.computed_at) {
      record = await read()
      evidence.splice(0, evidence.length, ...record.evidence)
      seen.clear()
      cursor = record.next_cursor
      continue
    }
    evidence.push(...page.evidence)
    cursor = page.next_cursor
  }
  return { ...record, evidence }
}

/**
 * The chains of the record and of the auditor's own orders, as far back as the oldest escrow that a record can cover.
 *
 * @throws TandemError `EVIDENCE_UNAVAILABLE` where one cannot be read.
 */
function readChains(
  at: Settings,
  { evidence, computed_at: computedAt }: WholeRecord,
  { kept, ranges }: { kept: readonly QuotedOrder[]; ranges: Ranges },
): Promise<AuditedChain[]> {
  const times = [...evidence.map(({ source }) => source.created_at), ...kept.map(quotedAt)]
  const oldest = Math.max(computedAt - coveredSecs, Math.min(computedAt, ...times))
  const lifeSecs = Math.floor(Date.now() / 1000) - oldest + 3600
  const named = new Set([
    ...evidence.flatMap(({ source, destination }) => [source.chain, destination.chain]),
    ...kept.map(({ source }) => source.chain),
  ])
  const chains = at.network().chains.filter(({ chain }) => named.has(chain))
  return Promise.all(
    chains.map(async (chain) => {
      const range = await readEvents(at, ranges, async () => ({ ...chain, source_cancel_after_secs: lifeSecs }))
      if ('reason' in range)
        throw new TandemError('EVIDENCE_UNAVAILABLE', `${chain.chain} cannot be read: ${range.reason}`)
      const { panel } = range.evidence
      const headTime = await askLatest(panel, 'head', async (client) => {
        const { timestamp } = await getBlock(client, { blockNumber: range.to })
        return Number(timestamp)
      })
      const { events } = range
      return { chain: chain.chain, chainId: chain.chain_id, events, depthSecs: depthSecs(chain, undefined), headTime }
    }),
  )
}

/** A quote is signed shortly before it expires, and before its source comes on chain. */
const quotedAt = ({ maker_quote: quote }: QuotedOrder): number => quote.message.expires_at - 3600

/** The auditor's own swaps with a maker: no orderbook can hide these. */
async function keptOrders({ store }: Settings, signer: string): Promise<QuotedOrder[]> {
  const states = await store.list()
  const orders = states.flatMap(({ order }) => {
    const quote = order?.maker_quote ?? undefined
    if (order === undefined || quote === undefined) return []
    const { chain, swap_id } = order.source_intent
    return [{ order_id: order.order_id, maker_quote: quote, source: { chain, swap_id } }]
  })
  const isSigned = await Promise.all(orders.map(({ maker_quote: quote }) => isSignedBy(signer, quote)))
  return orders.filter((_order, index) => isSigned[index])
}

async function unsigned({ evidence }: WholeRecord, signer: string): Promise<Difference[]> {
  const isSigned = await Promise.all(evidence.map(({ maker_quote: quote }) => isSignedBy(signer, quote)))
  return evidence.flatMap(({ order_id, source, maker_quote: quote }, index) =>
    isSigned[index]
      ? []
      : [
          {
            order_id,
            source: source.swap_id,
            about: 'maker_quote',
            record: quote.signer,
            chains: `not signed by ${signer}`,
          },
        ],
  )
}
