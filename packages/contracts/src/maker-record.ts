import { makerIdSchema, makerQuoteSchema } from './maker-quote.ts'
import {
  addressSchema,
  chainNameSchema,
  dateTimeSchema,
  hashSchema,
  orderIdSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

const createdSchema = unixSecondsSchema.openapi({ description: 'Time of the block that created the escrow.' })

/** An order whose source escrow is on chain: one of the facts from which its maker's record is computed. */
export const makerFactSchema = z
  .object({
    order_id: orderIdSchema,
    maker_quote: makerQuoteSchema,
    source: z.object({
      chain: chainNameSchema,
      swap_id: addressSchema,
      create_tx_hash: hashSchema,
      created_at: createdSchema,
    }),
    destination: z.object({
      chain: chainNameSchema,
      swap_id: addressSchema,
      create_tx_hash: hashSchema.nullable(),
      created_at: createdSchema.nullable(),
      depth_secs: z.int().min(0).openapi({ description: 'Seconds until a block of this chain stands at its depth.' }),
    }),
    refunded_at: unixSecondsSchema.nullable().openapi({ description: 'When the source went back to the user.' }),
  })
  .openapi('MakerFact')
export type MakerFact = z.infer<typeof makerFactSchema>

const outcomes = ['filled', 'faded', 'pending', 'unbound'] as const
/**
 * The outcome of an order. `unbound`: the source came too late for the maker to be bound. `pending`: the time to fill
 * is not over at depth.
 */
export type MakerOutcome = (typeof outcomes)[number]

export const makerRecordSchema = z
  .object({
    maker_id: makerIdSchema,
    computed_at: unixSecondsSchema,
    counted_to: z.record(chainNameSchema, unixSecondsSchema).openapi({
      description: 'The time of each chain up to which its facts stand at depth.',
    }),
    fills: z.int().min(0),
    fades: z.int().min(0),
    pending: z.int().min(0),
    strikes: z
      .int()
      .min(0)
      .openapi({ description: 'Fades that still count; one less for each day after a bench without one.' }),
    benched_until: unixSecondsSchema.nullable().openapi({ description: 'It is asked for no quotes until then.' }),
    evidence: z.array(makerFactSchema.extend({ outcome: z.enum(outcomes) })).openapi({
      description: 'The orders of the last 30 days, newest first, at most 1,000: the record follows from them alone.',
    }),
  })
  .openapi('MakerRecord')
export type MakerRecordWire = z.infer<typeof makerRecordSchema>

export const makerSchema = z
  .object({
    maker_id: makerIdSchema,
    name: z.string(),
    signer: addressSchema.openapi({ description: 'The key that signs its quotes.' }),
    addresses: z
      .record(chainNameSchema, addressSchema)
      .openapi({ description: 'Its settlement address on each chain.' }),
    fills: z.int().min(0),
    fades: z.int().min(0),
    benched_until: dateTimeSchema.nullable(),
  })
  .openapi('Maker')
export type MakerWire = z.infer<typeof makerSchema>
export const makerListSchema = z.object({ data: z.array(makerSchema) }).openapi('MakerList')

/** Seconds that a maker is benched for its first fade; each further strike makes it four times as long. */
const firstBenchSecs = 300
const benchFactor = 4
const longestBenchSecs = 7 * 86_400
/** A strike is forgotten for each day after a bench without a fade. */
const strikeLifeSecs = 86_400

/** The outcome that the chains show of one order, judged by the quote that its maker signed. Pure. */
export function makerOutcome(fact: MakerFact, countedTo: Readonly<Record<string, number>>): MakerOutcome {
  const { message } = fact.maker_quote
  const { destination, source } = fact
  if (source.created_at > message.initiate_by) return 'unbound'
  if (destination.created_at !== null) return destination.created_at < message.fill_by ? 'filled' : 'faded'
  return (countedTo[destination.chain] ?? 0) >= message.fill_by ? 'faded' : 'pending'
}

export interface MakerRecord {
  readonly fills: number
  readonly fades: number
  readonly pending: number
  readonly strikes: number
  /** Unix seconds; `null` when it is not benched at the given time. */
  readonly benchedUntil: number | null
}

/**
 * A maker's record and bench. Pure, and in whole numbers, so that every party that has the facts computes the same.
 *
 * A fade counts from the moment at which it was certain: `fill_by` and the depth of the chain after it. It adds a strike
 * and benches the maker for 5 minutes, four times as long with each strike, at most 7 days. A fade during a bench adds
 * no strike: its order was won before. A strike is forgotten for each day after a bench without a fade.
 *
 * @param countedTo the time of each destination chain up to which its facts stand at depth, unix seconds.
 * @param at when the record is asked for, unix seconds.
 */
export function makerRecord(
  facts: readonly MakerFact[],
  { countedTo, at }: { countedTo: Readonly<Record<string, number>>; at: number },
): MakerRecord {
  const count = { filled: 0, faded: 0, pending: 0, unbound: 0 }
  const fadedAt: number[] = []
  for (const fact of facts) {
    const outcome = makerOutcome(fact, countedTo)
    count[outcome] += 1
    if (outcome === 'faded') fadedAt.push(fact.maker_quote.message.fill_by + fact.destination.depth_secs)
  }
  const left = (strikes: number, secs: number) => Math.max(0, strikes - Math.max(0, Math.floor(secs / strikeLifeSecs)))
  let strikes = 0
  let benchedUntil = 0
  for (const time of fadedAt.sort((one, other) => one - other)) {
    if (time < benchedUntil) continue
    strikes = left(strikes, time - benchedUntil) + 1
    benchedUntil = time + Math.min(longestBenchSecs, firstBenchSecs * benchFactor ** Math.min(strikes - 1, 10))
  }
  return {
    fills: count.filled,
    fades: count.faded,
    pending: count.pending,
    strikes: left(strikes, at - benchedUntil),
    benchedUntil: benchedUntil > at ? benchedUntil : null,
  }
}
