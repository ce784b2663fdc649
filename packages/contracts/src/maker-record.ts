import { makerIdSchema, makerQuoteSchema } from './maker-quote.ts'
import { pageLimitSchema } from './page.ts'
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

/** An order with a source escrow on chain: a fact of its maker's record. */
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
    halted: z.boolean().openapi({
      description:
        'Whether no block of one of its chains was read for two minutes or longer between the source escrow and `fill_by`: the ' +
        'chain stood still, or the orderbook did.',
    }),
  })
  .openapi('MakerFact')
export type MakerFact = z.infer<typeof makerFactSchema>

const faultKinds = ['refused', 'wrong_quote'] as const

/** A maker's misdeed that no chain shows. */
export const makerFaultSchema = z
  .object({
    kind: z.enum(faultKinds).openapi({
      description:
        '`refused`: it did not accept the order of a quote that it had signed. `wrong_quote`: it answered a request for a quote ' +
        'with what it may not.',
    }),
    reason: z.string(),
    at: unixSecondsSchema,
  })
  .openapi('MakerFault')
export type MakerFaultWire = z.infer<typeof makerFaultSchema>

const outcomes = ['filled', 'faded', 'excused', 'pending', 'unbound'] as const
/**
 * `unbound`: the source came too late to bind the maker. `pending`: `fill_by` is not over at depth. `excused`:
 * unfilled, while a chain or the orderbook stood still.
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
    asked: z.int().min(0).openapi({
      description:
        'Orders of its quotes that it was asked to accept in the last 30 days, counted up to 10,000 accepted ones.',
    }),
    refused: z.int().min(0).openapi({ description: 'Of these, the ones that it did not accept.' }),
    strikes: z.int().min(0).openapi({
      description: 'Fades and faults that still count; one less for each day after a bench without one.',
    }),
    benched_until: unixSecondsSchema.nullable().openapi({ description: 'It is asked for no quotes until then.' }),
    faults: z.array(makerFaultSchema).openapi({
      description: 'Of the last 30 days, newest first, at most 1,000. The orderbook alone saw them.',
    }),
    evidence: z.array(makerFactSchema.extend({ outcome: z.enum(outcomes) })).openapi({
      description:
        'A page of the orders of the last 30 days, newest first: at most 1,000 that faded, and at most 1,000 others. With the ' +
        'faults, the record follows from all pages.',
    }),
    next_cursor: z.string().nullable().openapi({ description: '`null` on the last page.' }),
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
    asked: z.int().min(0),
    refused: z.int().min(0).openapi({ description: 'Orders of its quotes that it did not accept, of `asked`.' }),
    benched_until: dateTimeSchema.nullable(),
  })
  .openapi('Maker')
export type MakerWire = z.infer<typeof makerSchema>
export const makerListSchema = z.object({ data: z.array(makerSchema) }).openapi('MakerList')

/** The query of `GET /makers/{maker_id}/record`: which page of the evidence. */
export const makerRecordQuerySchema = z.strictObject({
  limit: pageLimitSchema.optional(),
  cursor: orderIdSchema.optional().openapi({ description: '`next_cursor` of the page before.' }),
})

/** Seconds of a first bench; four times as long with each further strike. */
const firstBenchSecs = { faded: 300, fault: 60 }
const benchFactor = 4
const longestBenchSecs = 7 * 86_400
/** A strike is forgotten for each day after a bench without a fade. */
const strikeLifeSecs = 86_400

/** The chains' outcome of an order, judged by its maker's signed quote. Pure. */
export function makerOutcome(fact: MakerFact, countedTo: Readonly<Record<string, number>>): MakerOutcome {
  const { message } = fact.maker_quote
  const { destination, source } = fact
  if (source.created_at > message.initiate_by) return 'unbound'
  const missed = fact.halted ? 'excused' : 'faded'
  const isOver = (time: number) => (countedTo[destination.chain] ?? 0) >= time
  if (destination.created_at === null) return isOver(message.fill_by) ? missed : 'pending'
  return destination.created_at >= message.fill_by ? missed : 'filled'
}

export interface MakerRecord {
  readonly fills: number
  readonly fades: number
  readonly pending: number
  readonly refused: number
  readonly strikes: number
  /** Unix seconds; `null` when it is not benched at the given time. */
  readonly benchedUntil: number | null
}

/**
 * A maker's record and bench, in whole numbers, so that every party computes the same. A fade counts once it is
 * certain: `fill_by` and the depth after it. Failures during a bench add no strike: their orders were won before.
 * @param countedTo unix seconds by destination chain: facts up to it stand at depth.
 * @param at unix seconds.
 */
export function makerRecord(
  facts: readonly MakerFact[],
  faults: readonly MakerFaultWire[],
  { countedTo, at }: { countedTo: Readonly<Record<string, number>>; at: number },
): MakerRecord {
  const count = { filled: 0, faded: 0, excused: 0, pending: 0, unbound: 0 }
  const failed: [at: number, benchSecs: number][] = faults.map(({ at: time }) => [time, firstBenchSecs.fault])
  for (const fact of facts) {
    const outcome = makerOutcome(fact, countedTo)
    count[outcome] += 1
    if (outcome !== 'faded') continue
    failed.push([fact.maker_quote.message.fill_by + fact.destination.depth_secs, firstBenchSecs.faded])
  }
  const left = (strikes: number, secs: number) => Math.max(0, strikes - Math.max(0, Math.floor(secs / strikeLifeSecs)))
  let strikes = 0
  let benchedUntil = 0
  // Of two at once the longer bench counts.
  for (const [time, benchSecs] of failed.sort(([one, short], [other, long]) => one - other || long - short)) {
    if (time < benchedUntil) continue
    strikes = left(strikes, time - benchedUntil) + 1
    benchedUntil = time + Math.min(longestBenchSecs, benchSecs * benchFactor ** Math.min(strikes - 1, 10))
  }
  return {
    fills: count.filled,
    fades: count.faded,
    pending: count.pending,
    refused: faults.filter(({ kind }) => kind === 'refused').length,
    strikes: left(strikes, at - benchedUntil),
    benchedUntil: benchedUntil > at ? benchedUntil : null,
  }
}
