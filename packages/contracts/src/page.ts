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
/** How many rows can be reached by page number. For what lies beyond them, the cursor must be used. */
export const MAX_PAGED_ROWS = 10_000

const integerParameter = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))

/** Long enough for every status with its comma, even where some are named twice. */
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

/**
 * The query of the list endpoints. Filters combine with "and". Where few of all orders match several filters, and none of
 * them names a user, an address or an order, the list may be refused; the answer says which filter to add.
 */
export const listOrdersSchema = z.strictObject({
  page: integerParameter(1, 1_000_000).optional().openapi({ type: 'integer', description: 'From 1.', example: 1 }),
  limit: pageLimitSchema.optional(),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,512}$/, 'must be a cursor from next_cursor')
    .optional()
    .openapi({
      description:
        '`next_cursor` of the page before. Excludes `page`. Nothing comes twice while orders are added. To learn of every order ' +
        'as it changes, read `GET /events`.',
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
  address: addressSchema.optional().openapi({ description: 'Creator, recipient or vault of either side.' }),
  swap_id: addressSchema.optional().openapi({ description: 'The vault of either side.' }),
  tx_hash: hashSchema
    .optional()
    .openapi({ description: 'Any transaction of either side, or the one that delivers a hop on its final chain.' }),
  commitment_hash: hashSchema.optional(),
  created_after: dateTimeSchema.optional(),
  created_before: dateTimeSchema.optional(),
  updated_after: dateTimeSchema.optional(),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .openapi({ description: 'By time of creation: `desc`, the newest first, by default, or `asc`, the oldest first.' }),
})
export type ListOrdersQuery = z.infer<typeof listOrdersSchema>

/**
 * The query of `GET /orders/user/{user_id}`: {@link listOrdersSchema} without the user, who is in
 * the path.
 */
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
      .openapi({ description: 'How many orders match, if `total_is_exact`; otherwise there are more.' }),
    total_is_exact: z.boolean().openapi({
      description:
        'Always `true` without a filter, and by `status` or `user_id` alone. With any other filter `total` is counted up to 1,000, or ' +
        'up to one more than the pages so far hold.',
    }),
    total_pages: z.int().min(0),
    has_more: z.boolean().openapi({ description: 'Whether orders follow, which is when `next_cursor` is not `null`.' }),
    next_cursor: z.string().nullable().openapi({ description: '`null` on the last page.' }),
  })
  .openapi('OrderPage')
export type OrderPageWire = z.infer<typeof orderPageSchema>
