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
import { makeDeadlineStore, setClockBack } from './deadline.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries } from './delivery.store.ts'
import { projectOrders } from './projection.store.ts'

/** Catching up, a step may have events of a thousand orders. */
export const stepTimeout = { timeout: 60_000, maxWait: 10_000 }

const cursorFields = { number: true, hash: true } as const
const cursorOf = (row: { number: bigint; hash: string }): Cursor => ({ number: row.number, hash: row.hash as Hex })

/**
 * @param options.rememberedBlocks to find a reorg's ancestor; older facts are final.
 * @param options.assets with price ceilings for the depth.
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
      }, stepTimeout),
  }
}

/**
 * @param to.counted counts whatever an order is worth.
 * @returns false when the cursor stands elsewhere.
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

/** For an order of any worth. */
const countedOf = (config: ChainConfig, { number, tagged }: Step['head']): bigint =>
  lastCountedBlock(confirmationDepth(config, undefined), { head: number, tagged })

/** Blocks that a reorg may reach, and those that the clock may take next. */
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
