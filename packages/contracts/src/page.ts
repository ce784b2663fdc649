import { orderSchema } from './order.ts'
import { orderStatuses } from './rules/index.ts'
import {
  addressSchema,
  assetIdSchema,
  chainNameSchema,
  dateTimeSchema,
  hashSchema,
  orderIdSchema,
  userIdSchema,
} from './scalars.ts'
import { z } from './zod.ts'

export const DEFAULT_PAGE_LIMIT = 20
export const MAX_PAGE_LIMIT = 100
/** Rows that can be reached by page number; beyond them the cursor must be used. */
export const MAX_PAGED_ROWS = 10_000

const integerParameter = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))

/** Room for every status with a comma before it, in which one may stand twice. */
const longestStatusList = 2 * orderStatuses.join(',').length

const statusListSchema = z
  .string()
  .max(longestStatusList)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(orderStatuses)).min(1).max(orderStatuses.length))
  .openapi({
    type: 'string',
    description: 'One status, or several with commas between.',
    example: 'created,source_initiated',
  })

/** A UUID has 36 characters, and a comma follows it. */
const longestOrderIdList = MAX_PAGE_LIMIT * 37

const orderIdListSchema = z
  .string()
  .max(longestOrderIdList)
  .transform((text) => [...new Set(text.toLowerCase().split(','))])
  .pipe(z.array(orderIdSchema).min(1).max(MAX_PAGE_LIMIT))
  .openapi({
    type: 'string',
    description: `Up to ${MAX_PAGE_LIMIT} identifiers with commas between. Unknown identifiers are left out of the answer.`,
  })

export const pageLimitSchema = integerParameter(1, MAX_PAGE_LIMIT).openapi({
  type: 'integer',
  description: `1 to ${MAX_PAGE_LIMIT}, ${DEFAULT_PAGE_LIMIT} by default.`,
  example: 20,
})

/** The query of the list endpoints. Filters combine with "and". */
export const listOrdersSchema = z.strictObject({
  page: integerParameter(1, 1_000_000).optional().openapi({ type: 'integer', description: 'From 1.', example: 1 }),
  limit: pageLimitSchema.optional(),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,512}$/, 'must be a cursor from next_cursor or resume_cursor')
    .optional()
    .openapi({
      description:
        '`next_cursor` of the page before, or with `order=asc` its `resume_cursor`. Excludes `page`. Nothing comes twice ' +
        'while orders are added, unless a change moves it in a list by `updated_at`.',
    }),
  order_ids: orderIdListSchema.optional(),
  status: statusListSchema.optional(),
  user_id: userIdSchema.optional(),
  source_chain: chainNameSchema.optional(),
  dest_chain: chainNameSchema.optional().openapi({
    description: 'Where the asked asset arrives: on hop orders the final chain.',
  }),
  asset: assetIdSchema.optional().openapi({
    description: 'On either side; on hop orders the one that arrives on the final chain.',
  }),
  hub_chain: chainNameSchema
    .optional()
    .openapi({ description: 'Hop orders whose destination escrow is on this chain.' }),
  hub_asset: assetIdSchema.optional().openapi({ description: 'Hop orders whose destination escrow holds this asset.' }),
  address: addressSchema.optional().openapi({ description: 'Creator, recipient or vault of either side.' }),
  tx_hash: hashSchema
    .optional()
    .openapi({ description: 'Any transaction of either side, or the one that delivers a hop on its final chain.' }),
  commitment_hash: hashSchema.optional(),
  created_after: dateTimeSchema.optional(),
  created_before: dateTimeSchema.optional(),
  updated_after: dateTimeSchema.optional(),
  sort: z.enum(['created_at', 'updated_at']).optional().openapi({ description: '`created_at` by default.' }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .openapi({
      description:
        '`desc` by default: newest first. `asc` by cursor skips nothing: an order that was stored after the list had passed its ' +
        'time comes first on the next page, out of its place. By `updated_at` that holds for every change that has an event.',
    }),
})
export type ListOrdersQuery = z.infer<typeof listOrdersSchema>

/** The query of `GET /orders/user/{user_id}`: as {@link listOrdersSchema}, the user comes from the path. */
export const listUserOrdersSchema = listOrdersSchema.omit({ user_id: true })

/** A page of orders. `total` and `total_pages` count all matches, also when read by cursor. */
export const orderPageSchema = z
  .object({
    data: z.array(orderSchema).max(MAX_PAGE_LIMIT),
    page: z.int().min(1),
    limit: z.int().min(1).max(MAX_PAGE_LIMIT),
    total: z
      .int()
      .min(0)
      .openapi({
        description:
          'Exact without a filter, by `status` or by `user_id` alone. For any other filter it is counted up to 1,000, or up to ' +
          'one more than the pages so far hold, and less far where many orders are to be tried for few matches: `has_more` says ' +
          'whether to read on.',
      }),
    total_pages: z.int().min(0),
    has_more: z.boolean().openapi({ description: 'Whether orders follow, which is when `next_cursor` is not `null`.' }),
    next_cursor: z
      .string()
      .nullable()
      .openapi({
        description:
          '`null` on the last page. A page may hold fewer orders than `limit`, or none, while more follow: with `order=asc`, and ' +
          'where several filters have few orders in common.',
      }),
    resume_cursor: z
      .string()
      .nullable()
      .openapi({
        description:
          'With `order=asc`: the end of this page, also of the last one. Read on from it later to have what has come since; it ' +
          'is good as long as events are kept. `null` with `desc`, and for a `page` beyond the end.',
      }),
  })
  .openapi('OrderPage')
export type OrderPageWire = z.infer<typeof orderPageSchema>
