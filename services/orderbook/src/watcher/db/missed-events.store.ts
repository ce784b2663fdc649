import { inTransaction, makeSqlDatabase, type Sql } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { statement } from '../../db/statements.ts'
import type { ChainEvent } from '../domain/chain-event.ts'
import { type ChainRules, finalizedAtOnce, insertEvents, lastFinal, ordersOfVaults } from './chain-event.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries } from './delivery.store.ts'
import { projectOrders } from './projection.store.ts'

const selectNumber = statement('cursorNumber')('SELECT number FROM chain_cursors WHERE chain = $1')
const selectKeys = statement('eventKey key')(`
SELECT block_hash || ' ' || log_index AS key FROM chain_events
WHERE chain = $1 AND canonical AND block_number BETWEEN $2 AND $3`)
const lockCursor = statement('lockedCursor time')(`
SELECT number, head_number AS head, head_timestamp::float8 AS time, counted_number AS counted FROM chain_cursors
WHERE chain = $1 FOR UPDATE`)
const selectBlocks = statement('standingBlock')(`
SELECT number, hash FROM chain_blocks WHERE chain = $1 AND number = ANY($2::bigint[])`)

/** Undefined for an unread chain. */
export async function readUpTo(pool: Pool, chain: string): Promise<bigint | undefined> {
  const [cursor] = await makeSqlDatabase(pool).query(selectNumber, [chain])
  return cursor && BigInt(cursor.number)
}

/** As `block_hash log_index`. */
export async function storedKeys(pool: Pool, chain: string, blocks: { from: bigint; to: bigint }): Promise<string[]> {
  const rows = await makeSqlDatabase(pool).query(selectKeys, [chain, String(blocks.from), String(blocks.to)])
  return rows.map(({ key }) => key)
}

/** Stores missed events beside a running watcher, with its cursor locked. Events of replaced blocks are left out. */
export function storeMissed(
  pool: Pool,
  rules: ChainRules,
  events: readonly ChainEvent[],
  options: { rememberedBlocks: bigint; now: () => number },
): Promise<{ stored: number; changed: string[] }> {
  const { config } = rules
  const { chain } = config
  return inTransaction(pool, async (db) => {
    const [cursor] = await db.query(lockCursor, [chain])
    if (cursor === undefined) return { stored: 0, changed: [] }
    const standing = await standingBlocks(db, chain, events)
    const known = events.filter(({ blockNumber, blockHash }) => {
      const hash = standing.get(String(blockNumber))
      return blockNumber <= BigInt(cursor.number) && (hash === undefined || hash === blockHash)
    })
    // The tagged block counts on a chain with a finality tag.
    const tagged = cursor.counted === null ? undefined : BigInt(cursor.counted)
    const step = { events: known, head: { number: BigInt(cursor.head), timestamp: cursor.time, tagged } }
    const finalBlock = lastFinal(config, step, options.rememberedBlocks)
    await lockHops(db, known)
    const inserted = await insertEvents(db, rules, step, finalBlock)
    const changes = [
      ...inserted,
      ...(await deliveriesSeenBefore(db, inserted)),
      ...inserted.flatMap(finalizedAtOnce(finalBlock)),
    ]
    const orders = new Set([
      ...(await ordersOfVaults(db, chain, changes)),
      ...(await ordersOfDeliveries(db, chain, changes)),
    ])
    const changed = await projectOrders(db, [...orders], changes, new Date(options.now()))
    return { stored: inserted.length, changed }
  })
}

/** By number. */
async function standingBlocks(db: Sql, chain: string, events: readonly ChainEvent[]): Promise<Map<string, string>> {
  const rows = await db.query(selectBlocks, [chain, events.map(({ blockNumber }) => String(blockNumber))])
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}
