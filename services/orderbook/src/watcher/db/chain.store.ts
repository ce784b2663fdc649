import { type ChainConfig, confirmationDepth, lastCountedBlock, type PricedAsset } from '@tandem/contracts'
import { command, inTransaction, makeSqlDatabase, type Sql } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { rowsFrom, valuesOf } from '../../db/row-arrays.ts'
import { statement } from '../../db/statements.ts'
import type { ChainStore, DeadlineStore, RememberedBlock, Step } from '../ports.ts'
import {
  confirm,
  finalize,
  finalizedAtOnce,
  insertEvents,
  lastFinal,
  ordersOfVaults,
  retract,
} from './chain-event.store.ts'
import { makeDeadlineStore, setClockBack } from './deadline.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries } from './delivery.store.ts'
import { projectOrders } from './projection.store.ts'

const selectCursor = statement('cursor')('SELECT number, hash FROM chain_cursors WHERE chain = $1')
const blocksDown = statement('blockBelow')(`
SELECT number, hash FROM chain_blocks WHERE chain = $1 AND number <= $2 ORDER BY number DESC`)

/**
 * @param options.rememberedBlocks to find a reorg's ancestor; older facts are final.
 * @param options.assets with price ceilings for the depth.
 */
export function makeChainStore(
  pool: Pool,
  config: ChainConfig,
  options: { rememberedBlocks: bigint; now: () => number; assets: readonly PricedAsset[] },
): ChainStore & DeadlineStore {
  const { chain } = config
  const sql = makeSqlDatabase(pool)
  const rules = { config, assets: options.assets }
  return {
    ...makeDeadlineStore(pool, chain, options.now),
    rememberedBlocks: options.rememberedBlocks,
    async cursor() {
      const [row] = await sql.query(selectCursor, [chain])
      return row === undefined ? undefined : { number: BigInt(row.number), hash: row.hash }
    },
    async blocksDownFrom(number) {
      const rows = await sql.query(blocksDown, [chain, String(number)])
      return rows.map((row) => ({ number: BigInt(row.number), hash: row.hash }))
    },
    apply: (step) =>
      inTransaction(pool, async (db) => {
        // 1. The cursor first: it locks out another watcher.
        const counted = countedOf(config, step.head)
        if (!(await moveCursor(db, chain, step, { counted, now: options.now() }))) return undefined
        await rememberBlocks(db, chain, step, { remembered: options.rememberedBlocks, counted })
        // 2. The clock goes back before any order is projected by it.
        if (step.rollBackTo !== undefined) await setClockBack(db, chain)
        // 3. Before the events: a delivery and its dispatch at once must see each other.
        await lockHops(db, step.events)
        // 4. Lost events before those that replaced them.
        const retracted = step.rollBackTo === undefined ? [] : await retract(db, chain, step.rollBackTo)
        // 5. New events, then confirmed ones, then final ones: each is told in this order.
        const finalBlock = lastFinal(config, step, options.rememberedBlocks)
        const inserted = await insertEvents(db, rules, step, finalBlock)
        const changes = [
          ...retracted,
          ...inserted,
          ...(await deliveriesSeenBefore(db, inserted)),
          ...(await confirm(db, rules, step)),
          ...inserted.flatMap(finalizedAtOnce(finalBlock)),
          ...(await finalize(db, chain, finalBlock)),
        ]
        // 6. Once every fact stands, their orders.
        const orders = new Set([
          ...(await ordersOfVaults(db, chain, changes)),
          ...(await ordersOfDeliveries(db, chain, changes)),
        ])
        return projectOrders(db, [...orders], changes, new Date(options.now()))
      }),
  }
}

const firstCursor = command(`
INSERT INTO chain_cursors (chain, number, hash, head_number, head_timestamp, counted_number, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1`)

const nextCursor = command(`
UPDATE chain_cursors SET number = $2, hash = $3, head_number = $4, head_timestamp = $5, counted_number = $6,
  updated_at = $7
WHERE chain = $1 AND number = $8 AND hash = $9 RETURNING 1`)

/**
 * @param to.counted counts whatever an order is worth.
 * @returns false when the cursor stands elsewhere.
 */
async function moveCursor(
  db: Sql,
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
  const moved =
    from === undefined
      ? await db.query(firstCursor, values)
      : await db.query(nextCursor, [...values, String(from.number), from.hash])
  return moved.length === 1
}

/** For an order of any worth. */
const countedOf = (config: ChainConfig, { number, tagged }: Step['head']): bigint =>
  lastCountedBlock(confirmationDepth(config, undefined), { head: number, tagged })

/** However far its tag lies below the head. */
const mostRemembered = 100_000n

/** Blocks that a reorg may reach, and those that the clock may take next. */
async function rememberBlocks(
  db: Sql,
  chain: string,
  step: Step,
  { remembered, counted }: { remembered: bigint; counted: bigint },
): Promise<void> {
  const above = step.rollBackTo ?? step.to.number
  const bounds = [above, step.to.number - remembered, counted, step.to.number - mostRemembered]
  await db.query(forgetBlocks, [chain, ...bounds.map(String)])
  await db.query(insertBlocks, [chain, ...valuesOf(blockTypes, step.blocks.map(blockRow))])
}

const forgetBlocks = command(`
DELETE FROM chain_blocks WHERE chain = $1 AND (number > $2 OR number < greatest($5, least($3, coalesce(
(SELECT max(number) FROM chain_blocks WHERE chain = $1 AND number <= $4), $4))))`)

const blockTypes = { number: 'bigint', hash: 'text', timestamp: 'bigint' }
const insertBlocks = command(`
INSERT INTO chain_blocks (chain, number, hash, timestamp) SELECT $1, number, hash, timestamp FROM ${rowsFrom(blockTypes, 1)}
ON CONFLICT (chain, number) DO UPDATE SET hash = excluded.hash, timestamp = excluded.timestamp`)

const blockRow = ({ number, hash, timestamp }: RememberedBlock) => ({ number: String(number), hash, timestamp })
