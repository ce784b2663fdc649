import { type ChainConfig, confirmationDepth, lastCountedBlock, type PricedAsset } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { Db, PrismaClient } from '../../db/client.ts'
import { oldestRemembered } from '../domain/remembered-blocks.ts'
import type { ChainStore, Cursor, DeadlineStore, Step } from '../ports.ts'
import {
  confirm,
  finalize,
  finalizedAtOnce,
  insertEvents,
  lastFinal,
  ordersOfVaults,
  retract,
} from './chain-event.store.ts'
import { makeDeadlineStore, moveClock, setClockBack } from './deadline.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries } from './delivery.store.ts'
import { projectOrders } from './projection.store.ts'

/**
 * The time limits of a step in milliseconds. While the watcher catches up, a step may have the
 * events of a thousand orders.
 */
export const stepTimeout = { timeout: 60_000, maxWait: 10_000 }

const cursorFields = { number: true, hash: true } as const
const cursorOf = (row: { number: bigint; hash: string }): Cursor => ({ number: row.number, hash: row.hash as Hex })

/**
 * Stores the steps of one chain.
 * @param options.rememberedBlocks how many blocks are remembered to find a reorg's ancestor; older facts are final.
 * @param options.assets the assets, whose price ceilings decide how many confirmations count.
 */
export function makeChainStore(
  prisma: PrismaClient,
  config: ChainConfig,
  options: { rememberedBlocks: bigint; now: () => number; assets: readonly PricedAsset[] },
): ChainStore & DeadlineStore {
  const { chain } = config
  const rules = { config, assets: options.assets }
  return {
    ...makeDeadlineStore(prisma, chain, options.now),
    rememberedBlocks: options.rememberedBlocks,
    async cursor() {
      const row = await prisma.chainCursor.findUnique({ where: { chain }, select: cursorFields })
      return row === null ? undefined : cursorOf(row)
    },
    async blocksDownFrom(number) {
      const rows = await prisma.chainBlock.findMany({
        where: { chain, number: { lte: number } },
        orderBy: { number: 'desc' },
        select: cursorFields,
      })
      return rows.map(cursorOf)
    },
    apply: (step) =>
      prisma.$transaction(async (db) => {
        // 1. The cursor moves first: its lock keeps another watcher out.
        const counted = countedOf(config, step.head)
        if (!(await moveCursor(db, chain, step, { counted, now: options.now() }))) return undefined
        await rememberBlocks(db, chain, step, { remembered: options.rememberedBlocks, counted })
        // 2. The chain's clock is set back before it is used to project any order.
        if (step.rollBackTo !== undefined) await setClockBack(db, chain, counted)
        // 3. Hops are locked before events are stored: a delivery and its dispatch that are stored simultaneously must see
        // each other.
        await lockHops(db, step.events)
        // 4. Events that a reorg removed come before those that replaced them.
        const retracted = step.rollBackTo === undefined ? [] : await retract(db, chain, step.rollBackTo)
        // 5. The outbox announces new events, then confirmed ones, then final ones.
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
        // 6. Orders are projected once every fact is stored.
        const orders = new Set([
          ...(await ordersOfVaults(db, chain, changes)),
          ...(await ordersOfDeliveries(db, chain, changes)),
        ])
        const changed = await projectOrders(db, [...orders], changes, new Date(options.now()))
        // 7. The clock moves once every fact is stored, so that no deadline takes effect before a fact that preceded it.
        await moveClock(db, chain, counted)
        return changed
      }, stepTimeout),
  }
}

/**
 * Moves the cursor to the end of a step.
 * @param to.counted the highest block whose facts count for an order of any value.
 * @returns false when the cursor is not where the step began.
 */
async function moveCursor(
  db: Db,
  chain: string,
  { from, to, head }: Step,
  { counted, now }: { counted: bigint; now: number },
): Promise<boolean> {
  const data = {
    number: to.number,
    hash: to.hash,
    headNumber: head.number,
    headTimestamp: head.timestamp,
    countedNumber: counted,
    updatedAt: new Date(now),
  }
  const { count } =
    from === undefined
      ? await db.chainCursor.createMany({ data: [{ chain, ...data }], skipDuplicates: true })
      : await db.chainCursor.updateMany({ where: { chain, number: from.number, hash: from.hash }, data })
  return count === 1
}

/** The last block whose events count for an order of any value. */
const countedOf = (config: ChainConfig, { number, tagged }: Step['head']): bigint =>
  lastCountedBlock(confirmationDepth(config, undefined), { head: number, tagged })

/** Stores the blocks that a reorg may reach and those to which the clock may move next, and deletes older ones. */
async function rememberBlocks(
  db: Db,
  chain: string,
  step: Step,
  { remembered, counted }: { remembered: bigint; counted: bigint },
): Promise<void> {
  const { _max: newest } = await db.chainBlock.aggregate({
    _max: { number: true },
    where: { chain, number: { lte: counted } },
  })
  const oldest = oldestRemembered(step.to.number, { remembered, counted, clockBlock: newest.number })
  const data = step.blocks.map(({ number, hash, timestamp }) => ({ chain, number, hash, timestamp }))
  await db.chainBlock.deleteMany({
    where: {
      chain,
      OR: [
        { number: { gt: step.rollBackTo ?? step.to.number } },
        { number: { lt: oldest } },
        { number: { in: data.map(({ number }) => number) } },
      ],
    },
  })
  await db.chainBlock.createMany({ data })
}
