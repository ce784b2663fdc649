import {
  type ChainConfig,
  confirmationDepth,
  highestWorthUsd,
  lastCountedBlock,
  type PricedAsset,
} from '@tandem/contracts'
import { type Db, rowsOf } from '../../db/client.ts'
import { rowsFrom, valuesOf } from '../../db/row-arrays.ts'
import { statement } from '../../db/statements.ts'
import type { Side } from '../../orders/domain/order-lifecycle.ts'
import type { Finality } from '../domain/chain-event.ts'
import type { Step } from '../ports.ts'
import { vaultsOfMessages } from './delivery.store.ts'
import { type EventRow, eventOf, type StoredChainEvent } from './derive-projections.ts'
import type { FactChange } from './projection.store.ts'

/** The columns of an event after its chain. */
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

/** The rules by which events of a chain count. An asset without a price ceiling may have any value. */
export type ChainRules = { readonly config: ChainConfig; readonly assets: readonly PricedAsset[] }

/**
 * Marks every event above the ancestor as no longer canonical. The ancestor is the last block that the reorg has not
 * replaced.
 */
export async function retract(db: Db, chain: string, ancestor: bigint): Promise<FactChange[]> {
  const rows = await db.chainEvent.updateManyAndReturn({
    where: { chain, canonical: true, blockNumber: { gt: ancestor } },
    data: { canonical: false },
  })
  return inOrder(rows).map((event) => ({ event, became: 'retracted' }))
}

/**
 * The last block whose events are final: deeper than any reorg that is followed, or final by the
 * chain's own tag.
 */
export function lastFinal({ finality_tag }: ChainConfig, { head }: Pick<Step, 'head'>, remembered: bigint): bigint {
  const tagged = finality_tag === 'finalized' ? (head.tagged ?? 0n) : 0n
  const deep = head.number - remembered
  return deep > tagged ? deep : tagged
}

/**
 * Hand-written SQL, because one statement must insert new events and restore those that a reorg had
 * removed. The benchmark of catching up stores fifty thousand events with it.
 */
const storeEvents = statement('storedEvent key')(`
INSERT INTO chain_events (chain, ${Object.keys(eventTypes).join(', ')}, canonical)
SELECT $1, block_hash, log_index, block_number, block_timestamp, tx_hash, subject, kind, payload, finality, true
FROM ${rowsFrom(eventTypes, 1)}
ON CONFLICT (chain, block_hash, log_index) DO UPDATE SET canonical = true, finality = excluded.finality,
  block_number = excluded.block_number, block_timestamp = excluded.block_timestamp, tx_hash = excluded.tx_hash,
  subject = excluded.subject, kind = excluded.kind, payload = excluded.payload
  WHERE NOT chain_events.canonical
RETURNING block_hash || log_index AS key`)

/**
 * Stores events, and restores those that a later reorg made canonical again. Events that are final
 * already are stored as final.
 */
export async function insertEvents(
  db: Db,
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
  const stored = await rowsOf(db, storeEvents, config.chain, ...valuesOf(eventTypes, rows))
  const keys = new Set(stored.map(({ key }) => key))
  return read
    .filter(({ event: { blockHash, logIndex } }) => keys.has(blockHash + logIndex))
    .sort((a, b) => byPlace(a.event, b.event))
}

const isFinal = ({ blockNumber, finality }: StoredChainEvent, finalBlock: bigint): boolean =>
  finality === 'confirmed' && blockNumber <= finalBlock

/** The second change of an event that is final as soon as it is stored. The outbox announces it after the confirmation. */
export const finalizedAtOnce =
  (finalBlock: bigint) =>
  ({ event }: FactChange): FactChange[] =>
    isFinal(event, finalBlock) ? [{ event: { ...event, finality: 'finalized' }, became: 'finalized' }] : []

/**
 * Decides which events count, by the value of their orders. The relayer uses the same value, so an
 * event that counts has the confirmations that a reveal needs.
 */
async function counter(
  db: Db,
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

/** The values of orders in US dollars, by vault or message. An order of unknown value is missing. */
async function worthsOf(
  db: Db,
  { config: { chain, hub_chain }, assets }: ChainRules,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const messages = hub_chain === null ? undefined : await vaultsOfMessages(db, chain, subjects)
  const vaults = messages === undefined ? [...subjects] : [...messages.values()]
  const rows = await db.intent.findMany({
    where: { chain: hub_chain ?? chain, swapId: { in: vaults } },
    select: { swapId: true, order: { select: { intents: { select: { side: true, asset: true, amount: true } } } } },
  })
  const worths = new Map<string, number>()
  for (const { swapId, order } of rows) {
    const escrow = (side: Side) => {
      const found = order.intents.find((intent) => intent.side === side)
      if (found === undefined) throw new Error(`the order of vault ${swapId} has no ${side} intent`)
      return { asset: found.asset, amount: found.amount.toFixed() }
    }
    const worth = highestWorthUsd(assets, {
      source_intent: escrow('source'),
      destination_intent: escrow('destination'),
    })
    if (worth !== undefined) worths.set(swapId, worth)
  }
  if (messages === undefined) return worths
  return new Map(
    [...messages].flatMap(([message, vault]) => {
      const worth = worths.get(vault)
      return worth === undefined ? [] : [[message, worth] as const]
    }),
  )
}

/** The condition is written twice, because only then does the partial index of events that are not final serve it. */
const notFinalBut = (finality: Finality) => ({ not: 'finalized', equals: finality })

export async function confirm(db: Db, rules: ChainRules, { head }: Step): Promise<FactChange[]> {
  const { chain } = rules.config
  const rows = await db.chainEvent.findMany({ where: { chain, canonical: true, finality: notFinalBut('seen') } })
  if (rows.length === 0) return []
  const counts = await counter(
    db,
    rules,
    head,
    rows.map(({ subject }) => subject),
  )
  const ripe = rows.filter(({ blockNumber, subject }) => counts({ blockNumber, subject }))
  if (ripe.length === 0) return []
  await db.chainEvent.updateMany({ where: { id: { in: ripe.map(({ id }) => id) } }, data: { finality: 'confirmed' } })
  return inOrder(ripe).map((event) => ({ event: { ...event, finality: 'confirmed' }, became: 'confirmed' }))
}

export async function finalize(db: Db, chain: string, finalBlock: bigint): Promise<FactChange[]> {
  const rows = await db.chainEvent.updateManyAndReturn({
    where: { chain, canonical: true, finality: notFinalBut('confirmed'), blockNumber: { lte: finalBlock } },
    data: { finality: 'finalized' },
  })
  return inOrder(rows).map((event) => ({ event, became: 'finalized' }))
}

const byPlace = (a: StoredChainEvent, b: StoredChainEvent): number =>
  Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex

const inOrder = (rows: readonly EventRow[]): StoredChainEvent[] => rows.map(eventOf).sort(byPlace)

export async function ordersOfVaults(db: Db, chain: string, changes: readonly FactChange[]): Promise<string[]> {
  if (changes.length === 0) return []
  const vaults = [...new Set(changes.map(({ event }) => event.subject))]
  const rows = await db.intent.findMany({ where: { chain, swapId: { in: vaults } }, select: { orderId: true } })
  return [...new Set(rows.map(({ orderId }) => orderId))]
}
