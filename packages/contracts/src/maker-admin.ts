import { makerIdSchema } from './maker-quote.ts'
import { addressSchema, chainNameSchema, dateTimeSchema } from './scalars.ts'
import { z } from './zod.ts'

const routesSchema = z
  .array(z.string().regex(/^[^>]+>[^>]+$/, 'must be source>destination'))
  .min(1)
  .max(1_000)

/** A maker as its operator approves it: in the file of `MAKERS_FILE`, and to the admin API. It holds a secret. */
export const makerEntrySchema = z
  .strictObject({
    maker_id: makerIdSchema,
    name: z.string().min(1).max(64).optional(),
    signer: addressSchema.openapi({ description: 'The key that signs its quotes.' }),
    endpoint: z.url({ protocol: /^https?$/ }),
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and at least 24 bytes of base64')
      .openapi({ description: 'Shared with the maker; signs what the orderbook asks it. It is never answered.' }),
    addresses: z
      .record(chainNameSchema, addressSchema)
      .openapi({ description: 'Its settlement address on each chain.' }),
    routes: routesSchema
      .optional()
      .openapi({ description: 'As `source>destination`; without them every route between its chains.' }),
  })
  .openapi('MakerEntry')
export type MakerEntryWire = z.infer<typeof makerEntrySchema>

export const listedMakerSchema = z
  .object({
    maker_id: makerIdSchema,
    name: z.string(),
    signer: addressSchema,
    endpoint: z.string(),
    addresses: z.record(chainNameSchema, addressSchema),
    routes: routesSchema.nullable(),
    origin: z.enum(['file', 'api']).openapi({
      description: '`file`: it stands in `MAKERS_FILE`. `api`: it was approved here.',
    }),
    status: z.enum(['approved', 'suspended']).openapi({
      description: '`suspended`: it is asked for no quotes and given no orders.',
    }),
    changed_at: dateTimeSchema.nullable().openapi({ description: 'When it was last changed here.' }),
    changed_by: z.string().nullable().openapi({
      description: 'Who did: the first 16 hex digits of the SHA-256 of the admin key.',
    }),
  })
  .openapi('ListedMaker')
export type ListedMakerWire = z.infer<typeof listedMakerSchema>
export const listedMakersSchema = z.object({ data: z.array(listedMakerSchema) }).openapi('ListedMakers')
