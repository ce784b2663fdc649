import {
  type ChainConfig,
  confirmationDepth,
  highestWorthUsd,
  lastCountedBlock,
  type PricedAsset,
} from '@tandem/contracts'
import { command, type Sql } from '@tandem/service-kit'
import { rowsFrom, valuesOf } from '../../db/row-arrays.ts'
import { statement } from '../../db/statements.ts'
import type { Step } from '../ports.ts'
import { vaultsOfMessages } from './delivery.store.ts'
import { type EventRow, eventColumns, eventOf, type StoredChainEvent } from './derive-projections.ts'
import type { FactChange } from './projection.store.ts'

/** `eventColumns` after the chain. */
const eventTypes = {
  block_hash: 'text',
  log_index: 'int',
  block_number: 'bigint',
  block_timestamp: 'bigint',
  tx_hash: 'text',
  subject: 'text',
  kind: 'text',
  payload: 'jsonb',
  finality: 'text',
}

/** An asset without a price ceiling may be worth anything. */
export type ChainRules = { readonly config: ChainConfig; readonly assets: readonly PricedAsset[] }

const retractEvents = statement('chainEvent')(`
UPDATE chain_events SET canonical = false WHERE chain = $1 AND canonical AND block_number > $2
RETURNING ${eventColumns}`)

/** After a reorg. */
export async function retract(db: Sql, chain: string, ancestor: bigint): Promise<FactChange[]> {
  const rows = await db.query(retractEvents, [chain, String(ancestor)])
  return inOrder(rows).map((event) => ({ event, became: 'retracted' }))
}

/** Too deep to be followed, or final by the chain's word. */
export function lastFinal({ finality_tag }: ChainConfig, { head }: Pick<Step, 'head'>, remembered: bigint): bigint {
  const tagged = finality_tag === 'finalized' ? (head.tagged ?? 0n) : 0n
  const deep = head.number - remembered
  return deep > tagged ? deep : tagged
}

const storeEvents = statement('storedEvent key')(`
INSERT INTO chain_events (${eventColumns}, canonical)
SELECT $1, block_hash, log_index, block_number, block_timestamp, tx_hash, subject, kind, payload, finality, true
FROM ${rowsFrom(eventTypes, 1)}
ON CONFLICT (chain, block_hash, log_index) DO UPDATE SET canonical = true, finality = excluded.finality,
  block_number = excluded.block_number, block_timestamp = excluded.block_timestamp, tx_hash = excluded.tx_hash,
  subject = excluded.subject, kind = excluded.kind, payload = excluded.payload
  WHERE NOT chain_events.canonical
RETURNING block_hash || log_index AS key`)

/** Also events that a reorg brought back. Events at final depth are stored as final at once. */
export async function insertEvents(
  db: Sql,
  rules: ChainRules,
  { events, head }: Pick<Step, 'events' | 'head'>,
  finalBlock: bigint,
): Promise<FactChange[]> {
  if (events.length === 0) return []
  const { config } = rules
  const counts = await counter(
    db,
    rules,
    head,
    events.map(({ subject }) => subject),
  )
  const read = events.map((event): FactChange => {
    const finality = counts(event) ? 'confirmed' : 'seen'
    return { event: { ...event, chain: config.chain, finality }, became: finality }
  })
  const rows = read.map(({ event }) => ({
    block_hash: event.blockHash,
    log_index: event.logIndex,
    block_number: Number(event.blockNumber),
    block_timestamp: event.blockTimestamp,
    tx_hash: event.txHash,
    subject: event.subject,
    kind: event.kind,
    payload: event.payload,
    finality: isFinal(event, finalBlock) ? 'finalized' : event.finality,
  }))
  const stored = await db.query(storeEvents, [config.chain, ...valuesOf(eventTypes, rows)])
  const keys = new Set(stored.map(({ key }) => key))
  return read
    .filter(({ event: { blockHash, logIndex } }) => keys.has(blockHash + logIndex))
    .sort((a, b) => byPlace(a.event, b.event))
}

const isFinal = ({ blockNumber, finality }: StoredChainEvent, finalBlock: bigint): boolean =>
  finality === 'confirmed' && blockNumber <= finalBlock

/** Told after the event's confirmation. */
export const finalizedAtOnce =
  (finalBlock: bigint) =>
  ({ event }: FactChange): FactChange[] =>
    isFinal(event, finalBlock) ? [{ event: { ...event, finality: 'finalized' }, became: 'finalized' }] : []

/** The relayer goes by the same worth: a counted event is deep enough for a reveal. */
async function counter(
  db: Sql,
  rules: ChainRules,
  { number, tagged }: Step['head'],
  subjects: readonly string[],
): Promise<(event: { readonly blockNumber: bigint; readonly subject: string }) => boolean> {
  const { config } = rules
  const worths =
    config.confirmation_steps.length === 0 ? new Map<string, number>() : await worthsOf(db, rules, subjects)
  return ({ blockNumber, subject }) =>
    blockNumber <= lastCountedBlock(confirmationDepth(config, worths.get(subject)), { head: number, tagged })
}

const selectWorths = statement('worth source_amount dest_amount')(`
SELECT i.swap_id, s.asset AS source_asset, s.amount::text AS source_amount, d.asset AS dest_asset,
  d.amount::text AS dest_amount
FROM intents i JOIN intents s ON s.order_id = i.order_id AND s.side = 'source'
  JOIN intents d ON d.order_id = i.order_id AND d.side = 'destination'
WHERE i.chain = $1 AND i.swap_id = ANY($2)`)

/** US dollars; missing where unknown. */
async function worthsOf(
  db: Sql,
  { config: { chain, hub_chain }, assets }: ChainRules,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const messages = hub_chain === null ? undefined : await vaultsOfMessages(db, chain, subjects)
  const vaults = messages === undefined ? subjects : [...messages.values()]
  const rows = await db.query(selectWorths, [hub_chain ?? chain, vaults])
  const worths = new Map<string, number>()
  for (const row of rows) {
    const worth = highestWorthUsd(assets, {
      source_intent: { asset: row.source_asset, amount: row.source_amount },
      destination_intent: { asset: row.dest_asset, amount: row.dest_amount },
    })
    if (worth !== undefined) worths.set(row.swap_id, worth)
  }
  if (messages === undefined) return worths
  return new Map(
    [...messages].flatMap(([message, vault]) => {
      const worth = worths.get(vault)
      return worth === undefined ? [] : [[message, worth] as const]
    }),
  )
}

/** The doubled condition is for the partial index of events that are not final. */
const selectSeen = statement('chainEvent')(`
SELECT ${eventColumns} FROM chain_events
WHERE chain = $1 AND canonical AND finality <> 'finalized' AND finality = 'seen'`)
const confirmEvents = command(`
UPDATE chain_events SET finality = 'confirmed'
WHERE chain = $1 AND (block_hash, log_index) IN (SELECT * FROM unnest($2::text[], $3::int[]))`)

export async function confirm(db: Sql, rules: ChainRules, { head }: Step): Promise<FactChange[]> {
  const rows = await db.query(selectSeen, [rules.config.chain])
  if (rows.length === 0) return []
  const counts = await counter(
    db,
    rules,
    head,
    rows.map(({ subject }) => subject),
  )
  const ripe = inOrder(rows).filter(counts)
  if (ripe.length === 0) return []
  const places = [ripe.map(({ blockHash }) => blockHash), ripe.map(({ logIndex }) => logIndex)]
  await db.query(confirmEvents, [rules.config.chain, ...places])
  return ripe.map((event) => ({ event: { ...event, finality: 'confirmed' }, became: 'confirmed' }))
}

/** The doubled condition is for the same index. */
const finalizeEvents = statement('chainEvent')(`
UPDATE chain_events SET finality = 'finalized'
WHERE chain = $1 AND canonical AND finality <> 'finalized' AND finality = 'confirmed' AND block_number <= $2
RETURNING ${eventColumns}`)

export async function finalize(db: Sql, chain: string, finalBlock: bigint): Promise<FactChange[]> {
  const rows = await db.query(finalizeEvents, [chain, String(finalBlock)])
  return inOrder(rows).map((event) => ({ event, became: 'finalized' }))
}

const byPlace = (a: StoredChainEvent, b: StoredChainEvent): number =>
  Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex

const inOrder = (rows: readonly EventRow[]): StoredChainEvent[] => rows.map(eventOf).sort(byPlace)

const selectOrdersOfVaults = statement('orderOfVault order_id')(`
SELECT DISTINCT order_id::text FROM intents WHERE chain = $1 AND swap_id = ANY($2)`)

export async function ordersOfVaults(db: Sql, chain: string, changes: readonly FactChange[]): Promise<string[]> {
  if (changes.length === 0) return []
  const rows = await db.query(selectOrdersOfVaults, [chain, [...new Set(changes.map(({ event }) => event.subject))]])
  return rows.map(({ order_id }) => order_id)
}
