import { type ChainConfig, confirmationDepth, lastCountedBlock } from '@tandem/contracts'
import type { PoolClient } from 'pg'
import type { Step } from '../chain/chain-store.ts'
import { valuesOfMessages } from './delivery.store.ts'
import { eventColumns, eventOf, type StoredChainEvent } from './derive-projections.ts'
import type { FactChange } from './projection.store.ts'
import { rowArrays } from './row-arrays.ts'

type EventRow = Parameters<typeof eventOf>[0]

/** `eventColumns` after the chain, with their types. */
const eventTypes = {
  block_hash: 'text',
  log_index: 'int',
  block_number: 'bigint',
  block_timestamp: 'bigint',
  tx_hash: 'text',
  vault: 'text',
  kind: 'text',
  payload: 'json',
  finality: 'text',
}

/** A reorg: the events above the ancestor are no longer canonical. */
export async function retract(db: PoolClient, chain: string, ancestor: bigint): Promise<FactChange[]> {
  const { rows } = await db.query<EventRow>(
    `UPDATE chain_events SET canonical = false WHERE chain = $1 AND canonical AND block_number > $2 RETURNING ${eventColumns}`,
    [chain, String(ancestor)],
  )
  return inOrder(rows).map((event) => ({ event, became: 'retracted' }))
}

/** The last block whose counted events no reorg takes back: too deep to be followed, or final by the chain's own word. */
export function lastFinal({ finality_tag }: ChainConfig, { head }: Pick<Step, 'head'>, remembered: bigint): bigint {
  const tagged = finality_tag === 'finalized' ? (head.tagged ?? 0n) : 0n
  const deep = head.number - remembered
  return deep > tagged ? deep : tagged
}

/**
 * New events, and those of a block that a reorg took away and another one brought back. An event that counts and is so
 * deep that it is final is stored as such: most are, while the watcher catches up.
 */
export async function insertEvents(
  db: PoolClient,
  config: ChainConfig,
  { events, head }: Pick<Step, 'events' | 'head'>,
  finalBlock: bigint,
): Promise<FactChange[]> {
  if (events.length === 0) return []
  const counts = await counter(
    db,
    config,
    head,
    events.map(({ vault }) => vault),
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
    vault: event.vault,
    kind: event.kind,
    payload: event.payload,
    finality: isFinal(event, finalBlock) ? 'finalized' : event.finality,
  }))
  const { from, values } = rowArrays(eventTypes, rows, 1)
  const { rows: stored } = await db.query<{ key: string }>(
    `INSERT INTO chain_events (${eventColumns}, canonical)
     SELECT $1, block_hash, log_index, block_number, block_timestamp, tx_hash, vault, kind, payload, finality, true
     FROM ${from}
     ON CONFLICT (chain, block_hash, log_index) DO UPDATE SET canonical = true, finality = excluded.finality,
       block_number = excluded.block_number, block_timestamp = excluded.block_timestamp, tx_hash = excluded.tx_hash,
       vault = excluded.vault, kind = excluded.kind, payload = excluded.payload
       WHERE NOT chain_events.canonical
     RETURNING block_hash || log_index AS key`,
    [config.chain, ...values],
  )
  const keys = new Set(stored.map(({ key }) => key))
  return read
    .filter(({ event: { blockHash, logIndex } }) => keys.has(blockHash + logIndex))
    .sort((a, b) => byPlace(a.event, b.event))
}

const isFinal = ({ blockNumber, finality }: StoredChainEvent, finalBlock: bigint): boolean =>
  finality === 'confirmed' && blockNumber <= finalBlock

/** Of an event that was stored as final, what is told after its confirmation. */
export const finalizedAtOnce =
  (finalBlock: bigint) =>
  ({ event }: FactChange): FactChange[] =>
    isFinal(event, finalBlock) ? [{ event: { ...event, finality: 'finalized' }, became: 'finalized' }] : []

/** Whether an event of one of these vaults counts already: the more the vault's order is worth, the later. */
async function counter(
  db: PoolClient,
  config: ChainConfig,
  { number, tagged }: Step['head'],
  vaults: readonly string[],
): Promise<(event: { readonly blockNumber: bigint; readonly vault: string }) => boolean> {
  const values = config.confirmation_steps.length === 0 ? new Map<string, number>() : await valuesOf(db, config, vaults)
  return ({ blockNumber, vault }) =>
    blockNumber <= lastCountedBlock(confirmationDepth(config, values.get(vault)), { head: number, tagged })
}

/** US dollars of the orders of these vaults; on a final chain of hops, of these messages. */
async function valuesOf(
  db: PoolClient,
  { chain, hub_chain }: ChainConfig,
  vaults: readonly string[],
): Promise<Map<string, number>> {
  if (hub_chain !== null) return valuesOfMessages(db, chain, vaults)
  const { rows } = await db.query<{ swap_id: string; value: number }>(
    `SELECT i.swap_id, o.volume_usd::float8 AS value FROM intents i JOIN orders o USING (order_id)
     WHERE i.chain = $1 AND i.swap_id = ANY($2)`,
    [chain, vaults],
  )
  return new Map(rows.map(({ swap_id, value }) => [swap_id, value]))
}

/**
 * The events that count from this head on. `finality <> 'finalized'` says nothing that `finality = 'seen'` does not: it is
 * there for the partial index of the events that are not final.
 */
export async function confirm(db: PoolClient, config: ChainConfig, { head }: Step): Promise<FactChange[]> {
  const { rows } = await db.query<EventRow>(
    `SELECT ${eventColumns} FROM chain_events
     WHERE chain = $1 AND canonical AND finality <> 'finalized' AND finality = 'seen'`,
    [config.chain],
  )
  if (rows.length === 0) return []
  const counts = await counter(
    db,
    config,
    head,
    rows.map(({ vault }) => vault),
  )
  const ripe = inOrder(rows).filter(counts)
  if (ripe.length === 0) return []
  await db.query(
    `UPDATE chain_events SET finality = 'confirmed'
     WHERE chain = $1 AND (block_hash, log_index) IN (SELECT * FROM unnest($2::text[], $3::int[]))`,
    [config.chain, ripe.map(({ blockHash }) => blockHash), ripe.map(({ logIndex }) => logIndex)],
  )
  return ripe.map((event) => ({ event: { ...event, finality: 'confirmed' }, became: 'confirmed' }))
}

/** The events that no reorg takes back any more; the doubled condition is for the same index. */
export async function finalize(db: PoolClient, chain: string, finalBlock: bigint): Promise<FactChange[]> {
  const { rows } = await db.query<EventRow>(
    `UPDATE chain_events SET finality = 'finalized'
     WHERE chain = $1 AND canonical AND finality <> 'finalized' AND finality = 'confirmed' AND block_number <= $2
     RETURNING ${eventColumns}`,
    [chain, String(finalBlock)],
  )
  return inOrder(rows).map((event) => ({ event, became: 'finalized' }))
}

const byPlace = (a: StoredChainEvent, b: StoredChainEvent): number =>
  Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex

const inOrder = (rows: readonly EventRow[]): StoredChainEvent[] => rows.map(eventOf).sort(byPlace)

/** The orders with a vault of these changes. */
export async function ordersOfVaults(db: PoolClient, chain: string, changes: readonly FactChange[]): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await db.query<{ order_id: string }>(
    'SELECT DISTINCT order_id::text FROM intents WHERE chain = $1 AND swap_id = ANY($2)',
    [chain, [...new Set(changes.map(({ event }) => event.vault))]],
  )
  return rows.map(({ order_id }) => order_id)
}
