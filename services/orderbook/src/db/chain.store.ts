import { type ChainConfig, confirmationDepth, lastCountedBlock } from '@tandem/contracts'
import { inTransaction } from '@tandem/service-kit'
import type { Pool, PoolClient } from 'pg'
import type { Hex } from 'viem'
import type { ChainStore, DeadlineStore, RememberedBlock, Step } from '../chain/chain-store.ts'
import { makeDeadlineStore, setClockBack } from './deadline.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries, valuesOfMessages } from './delivery.store.ts'
import { eventColumns, eventOf, type StoredChainEvent } from './derive-projections.ts'
import { type FactChange, projectOrders } from './projection.store.ts'
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

/**
 * One chain as the watcher remembers it.
 *
 * @param options.rememberedBlocks how many blocks are kept to find the ancestor of a reorg; older facts are final.
 */
export function makeChainStore(
  pool: Pool,
  config: ChainConfig,
  options: { rememberedBlocks: bigint; now: () => number },
): ChainStore & DeadlineStore {
  const { chain } = config
  return {
    ...makeDeadlineStore(pool, chain, options.now),
    rememberedBlocks: options.rememberedBlocks,
    async cursor() {
      const { rows } = await pool.query<{ number: string; hash: Hex }>(
        'SELECT number, hash FROM chain_cursors WHERE chain = $1',
        [chain],
      )
      const row = rows[0]
      return row === undefined ? undefined : { number: BigInt(row.number), hash: row.hash }
    },
    async blocksDownFrom(number) {
      const { rows } = await pool.query<{ number: string; hash: Hex }>(
        'SELECT number, hash FROM chain_blocks WHERE chain = $1 AND number <= $2 ORDER BY number DESC',
        [chain, String(number)],
      )
      return rows.map((row) => ({ number: BigInt(row.number), hash: row.hash }))
    },
    apply: (step) =>
      inTransaction(pool, async (db) => {
        // 1. The cursor first: it locks out another watcher, and a step that begins elsewhere stores nothing.
        const counted = countedOf(config, step.head)
        if (!(await moveCursor(db, chain, step, { counted, now: options.now() }))) return undefined
        await rememberBlocks(db, chain, step, { remembered: options.rememberedBlocks, counted })
        // 2. The clock goes back before any order is projected, so that none is judged by a time that was taken back.
        if (step.rollBackTo !== undefined) await setClockBack(db, chain)
        // 3. Before the events: a delivery and its dispatch that two watchers store at once must see each other.
        await lockHops(db, step.events)
        // 4. What a reorg took away, before what replaced it.
        const retracted = step.rollBackTo === undefined ? [] : await retract(db, chain, step.rollBackTo)
        // 5. New events, then the older ones that this head confirms, then those that no reorg takes back any more: an
        //    event is told as seen, confirmed and finalized in this order.
        const finalBlock = lastFinal(config, step, options.rememberedBlocks)
        const inserted = await insertEvents(db, config, step, finalBlock)
        const changes = [
          ...retracted,
          ...inserted,
          ...(await deliveriesSeenBefore(db, inserted)),
          ...(await confirm(db, config, step)),
          ...inserted.flatMap(finalizedAtOnce(finalBlock)),
          ...(await finalize(db, chain, finalBlock)),
        ]
        // 6. Once every fact stands: the orders of any of these, projected from all their facts.
        const orders = new Set([
          ...(await ordersOfVaults(db, chain, changes)),
          ...(await ordersOfDeliveries(db, chain, changes)),
        ])
        return projectOrders(db, [...orders], changes, new Date(options.now()))
      }),
  }
}

/**
 * Takes the cursor from where the step began.
 *
 * @param to.counted the highest block whose facts count whatever their order is worth.
 * @returns false when the cursor stands elsewhere.
 */
async function moveCursor(
  db: PoolClient,
  chain: string,
  { from, to, head }: Step,
  { counted, now }: { counted: bigint; now: number },
): Promise<boolean> {
  const values = [
    chain,
    String(to.number),
    to.hash,
    String(head.number),
    head.timestamp,
    String(counted),
    new Date(now),
  ]
  const { rowCount } =
    from === undefined
      ? await db.query(
          `INSERT INTO chain_cursors (chain, number, hash, head_number, head_timestamp, counted_number, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
          values,
        )
      : await db.query(
          `UPDATE chain_cursors SET number = $2, hash = $3, head_number = $4, head_timestamp = $5, counted_number = $6,
             updated_at = $7
           WHERE chain = $1 AND number = $8 AND hash = $9`,
          [...values, String(from.number), from.hash],
        )
  return rowCount === 1
}

/** The highest block whose facts count, whatever their order is worth. */
const countedOf = (config: ChainConfig, { number, tagged }: Step['head']): bigint =>
  lastCountedBlock(confirmationDepth(config, undefined), { head: number, tagged })

/** However far below the head its tag lies, no more blocks are kept. */
const mostRemembered = 100_000n

/** Keeps the blocks that a reorg may reach, and those above the one whose time the clock may take next. */
async function rememberBlocks(
  db: PoolClient,
  chain: string,
  step: Step,
  { remembered, counted }: { remembered: bigint; counted: bigint },
): Promise<void> {
  const above = step.rollBackTo ?? step.to.number
  await db.query(
    `DELETE FROM chain_blocks WHERE chain = $1 AND (number > $2 OR number < greatest($5, least($3, coalesce(
       (SELECT max(number) FROM chain_blocks WHERE chain = $1 AND number <= $4), $4))))`,
    [
      chain,
      String(above),
      String(step.to.number - remembered),
      String(counted),
      String(step.to.number - mostRemembered),
    ],
  )
  const { from, values } = rowArrays(blockTypes, step.blocks.map(blockRow), 1)
  await db.query(
    `INSERT INTO chain_blocks (chain, number, hash, timestamp) SELECT $1, number, hash, timestamp FROM ${from}
     ON CONFLICT (chain, number) DO UPDATE SET hash = excluded.hash, timestamp = excluded.timestamp`,
    [chain, ...values],
  )
}

const blockTypes = { number: 'bigint', hash: 'text', timestamp: 'bigint' }
const blockRow = ({ number, hash, timestamp }: RememberedBlock) => ({ number: String(number), hash, timestamp })

/** A reorg: the events above the ancestor are no longer canonical. */
async function retract(db: PoolClient, chain: string, ancestor: bigint): Promise<FactChange[]> {
  const { rows } = await db.query<EventRow>(
    `UPDATE chain_events SET canonical = false WHERE chain = $1 AND canonical AND block_number > $2 RETURNING ${eventColumns}`,
    [chain, String(ancestor)],
  )
  return inOrder(rows).map((event) => ({ event, became: 'retracted' }))
}

/** The last block whose counted events no reorg takes back: too deep to be followed, or final by the chain's own word. */
function lastFinal({ finality_tag }: ChainConfig, { head }: Step, remembered: bigint): bigint {
  const tagged = finality_tag === 'finalized' ? (head.tagged ?? 0n) : 0n
  const deep = head.number - remembered
  return deep > tagged ? deep : tagged
}

/**
 * New events, and those of a block that a reorg took away and another one brought back. An event that counts and is so
 * deep that it is final is stored as such: most are, while the watcher catches up.
 */
async function insertEvents(
  db: PoolClient,
  config: ChainConfig,
  { events, head }: Step,
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
const finalizedAtOnce =
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
async function confirm(db: PoolClient, config: ChainConfig, { head }: Step): Promise<FactChange[]> {
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
async function finalize(db: PoolClient, chain: string, finalBlock: bigint): Promise<FactChange[]> {
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
async function ordersOfVaults(db: PoolClient, chain: string, changes: readonly FactChange[]): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await db.query<{ order_id: string }>(
    'SELECT DISTINCT order_id::text FROM intents WHERE chain = $1 AND swap_id = ANY($2)',
    [chain, [...new Set(changes.map(({ event }) => event.vault))]],
  )
  return rows.map(({ order_id }) => order_id)
}
