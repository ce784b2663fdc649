import { makerIdSchema } from './maker-quote.ts'
import { addressSchema, chainNameSchema, dateTimeSchema } from './scalars.ts'
import { z } from './zod.ts'

const countSchema = z.int().min(0)

/** What a maker did on one day. An order counts on the day on which it was made. */
export const makerDaySchema = z
  .object({
    date: z.iso.date().openapi({ description: 'In UTC. An order counts on the day on which it was made.' }),
    won: countSchema.openapi({ description: 'Orders that were made from its quotes.' }),
    filled: countSchema.openapi({ description: 'Of these, the ones whose destination it funded before `fill_by`.' }),
    faded: countSchema.openapi({
      description: 'Of these, the ones whose destination it did not fund by then, though the source stood in time.',
    }),
    refused: countSchema.openapi({ description: 'Quotes that won, and whose order it did not accept.' }),
  })
  .openapi('MakerDay')
export type MakerDayWire = z.infer<typeof makerDaySchema>

/** A market maker, with its last 30 days. While it is benched, it is asked for no quotes. */
export const makerSchema = z
  .object({
    maker_id: makerIdSchema,
    name: z.string(),
    signer: addressSchema.openapi({ description: 'The key that signs its quotes.' }),
    addresses: z
      .record(chainNameSchema, addressSchema)
      .openapi({ description: 'Its settlement address on each chain.' }),
    days: z.array(makerDaySchema).openapi({
      description:
        'What it did in the last 30 days, the newest day first; days without an order are left out. The figures are up to 30 s old.',
    }),
    benched_until: dateTimeSchema
      .nullable()
      .openapi({ description: 'It is asked for no quotes until then; `null`: it is asked.' }),
  })
  .openapi('Maker')
export type MakerWire = z.infer<typeof makerSchema>
export const makerListSchema = z.object({ data: z.array(makerSchema) }).openapi('MakerList')
