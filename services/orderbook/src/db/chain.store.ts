import { type ChainConfig, confirmationDepth, lastCountedBlock, type PricedAsset } from '@tandem/contracts'
import { inTransaction } from '@tandem/service-kit'
import type { Pool, PoolClient } from 'pg'
import type { Hex } from 'viem'
import type { ChainStore, DeadlineStore, RememberedBlock, Step } from '../chain/chain-store.ts'
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
import { rowArrays } from './row-arrays.ts'

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
  const rules = { config, assets: options.assets }
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

/**
 * @param to.counted counts whatever an order is worth.
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

/** For an order of any worth. */
const countedOf = (config: ChainConfig, { number, tagged }: Step['head']): bigint =>
  lastCountedBlock(confirmationDepth(config, undefined), { head: number, tagged })

/** However far its tag lies below the head. */
const mostRemembered = 100_000n

/** Blocks that a reorg may reach, and those that the clock may take next. */
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
