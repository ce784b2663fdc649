import { completionTimeSchema } from './network.ts'
import { assetIdSchema, chainNameSchema, dateTimeSchema } from './scalars.ts'
import { z } from './zod.ts'

/** How many seconds the server keeps an answer of `GET /stats`. */
export const STATS_CACHE_SECS = 120

const countSchema = z.int().min(0)

/** Counts over the orders created in one window. */
export const statsWindowSchema = z
  .object({
    total_orders: countSchema,
    completed_orders: countSchema,
    in_progress_orders: countSchema.openapi({
      description: 'Every order that is neither completed nor cancelled.',
    }),
    cancelled_orders: countSchema.openapi({
      description: '`cancelled` and `expired`.',
    }),
    unique_users: countSchema,
    total_volume_usd: z.number().min(0).openapi({
      description: 'Source amounts of completed orders at `source_token_price`.',
    }),
    avg_completion_time_secs: z.number().min(0).openapi({
      description: 'From `created_at` to the last expected claim.',
    }),
  })
  .openapi('StatsWindow')

/** Counts over the orders created in one hour. */
const statsHourSchema = z
  .object({
    hour: dateTimeSchema.openapi({ description: 'The start of the hour.' }),
    total_orders: countSchema,
    completed_orders: countSchema,
    cancelled_orders: countSchema,
    total_volume_usd: z.number().min(0),
  })
  .openapi('StatsHour')

/** How long the newest completed orders of all routes took, and how many took how long. */
const completionTimesSchema = z
  .object({
    ...completionTimeSchema.shape,
    classes: z
      .array(
        z
          .object({
            up_to_secs: z.int().min(1).nullable().openapi({
              description: 'The longest time of this class; longer than the class before. `null`: without an end.',
            }),
            orders: countSchema,
          })
          .openapi('CompletionClass'),
      )
      .openapi({ description: 'The measured orders by time, the shortest first.' }),
  })
  .openapi('CompletionTimes')

/** The answer of `GET /stats`. Volumes are in US dollars at the prices of each order's creation. */
export const statsSchema = z
  .object({
    all_time: statsWindowSchema,
    last_24h: statsWindowSchema.openapi({ description: 'Whole hours: from 24 hours before the hour that runs now.' }),
    last_7d: statsWindowSchema.openapi({ description: 'Whole hours: from seven days before the hour that runs now.' }),
    top_chain_pairs: z.array(
      z
        .object({
          source_chain: chainNameSchema,
          dest_chain: chainNameSchema.openapi({
            description: 'Where the asked asset arrives: on hops the final chain.',
          }),
          order_count: countSchema,
          volume_usd: z.number().min(0),
        })
        .openapi('ChainPairStats'),
    ),
    top_assets: z.array(
      z
        .object({
          asset: assetIdSchema,
          symbol: z.string(),
          order_count: countSchema,
          volume_usd: z.number().min(0),
        })
        .openapi('AssetStats'),
    ),
    hours: z.array(statsHourSchema).optional().openapi({
      description: 'The hours of the last seven days that had orders, oldest first; from orderbooks that say it.',
    }),
    completion_times: completionTimesSchema
      .nullable()
      .optional()
      .openapi({
        description:
          'As `completion_time` of `GET /routes`, over all pairs of assets: of the newest completed orders of the last ' +
          'seven days, at most 100 of each pair. `null`: none was measured. From orderbooks that say it.',
      }),
  })
  .openapi('Stats')
export type StatsWire = z.infer<typeof statsSchema>
export type CompletionTimesWire = z.infer<typeof completionTimesSchema>
export type StatsHourWire = z.infer<typeof statsHourSchema>
export type StatsWindowWire = z.infer<typeof statsWindowSchema>
