import { command } from '@tandem/service-kit'
import { type Db, execute, type PrismaClient } from '../../db/client.ts'
import type { ChainEvent } from '../domain/chain-event.ts'
import { stepTimeout } from './chain.store.ts'
import { type ChainRules, finalizedAtOnce, insertEvents, lastFinal, ordersOfVaults } from './chain-event.store.ts'
import { deliveriesSeenBefore, lockHops, ordersOfDeliveries } from './delivery.store.ts'
import { projectOrders } from './projection.store.ts'

/** The last block that the watcher has read. Undefined when the watcher has never read this chain. */
export async function readUpTo({ chainCursor }: PrismaClient, chain: string): Promise<bigint | undefined> {
  return (await chainCursor.findUnique({ where: { chain }, select: { number: true } }))?.number
}

/** The stored events of a range of blocks, as `block_hash log_index`. */
export async function storedKeys(
  { chainEvent }: PrismaClient,
  chain: string,
  blocks: { from: bigint; to: bigint },
): Promise<string[]> {
  const rows = await chainEvent.findMany({
    where: { chain, canonical: true, blockNumber: { gte: blocks.from, lte: blocks.to } },
    select: { blockHash: true, logIndex: true },
  })
  return rows.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
}

/** Hand-written SQL, because Prisma's client cannot lock a row that it only reads. */
const lock = command('SELECT FROM chain_cursors WHERE chain = $1 FOR UPDATE')

/** Keeps the chain's watcher from its next step until the transaction ends. */
const lockCursor = (db: Db, chain: string) => execute(db, lock, chain)

/** Stores missed events beside a running watcher, with its cursor locked. Events of replaced blocks are left out. */
export function storeMissed(
  prisma: PrismaClient,
  rules: ChainRules,
  events: readonly ChainEvent[],
  options: { rememberedBlocks: bigint; now: () => number },
): Promise<{ stored: number; changed: string[] }> {
  const { config } = rules
  const { chain } = config
  return prisma.$transaction(async (db) => {
    await lockCursor(db, chain)
    const cursor = await db.chainCursor.findUnique({ where: { chain } })
    if (cursor === null) return { stored: 0, changed: [] }
    const numbers = events.map(({ blockNumber }) => blockNumber)
    const blocks = await db.chainBlock.findMany({ where: { chain, number: { in: numbers } } })
    const standing = new Map(blocks.map(({ number, hash }) => [number, hash]))
    const known = events.filter(({ blockNumber, blockHash }) => {
      const hash = standing.get(blockNumber)
      return blockNumber <= cursor.number && (hash === undefined || hash === blockHash)
    })
    // The tagged block counts on a chain with a finality tag.
    const tagged = cursor.countedNumber ?? undefined
    const head = { number: cursor.headNumber, timestamp: Number(cursor.headTimestamp), tagged }
    const step = { events: known, head }
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
  }, stepTimeout)
}
