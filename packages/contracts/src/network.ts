import type { ErrorCode } from './error-codes.ts'
import { routeTypeSchema } from './quote.ts'
import { clockSlackSecs, fillWindowSecs, isFitted, requiredMarginSecs } from './rules/index.ts'
import {
  addressSchema,
  amountSchema,
  assetIdSchema,
  chainNameSchema,
  dateTimeSchema,
  decimalSchema,
  hashSchema,
  quantitySchema,
  webUrlSchema,
} from './scalars.ts'
import { z } from './zod.ts'

const secondsSchema = z
  .int()
  .min(1)
  .max(365 * 86_400)

const pausedSchema = z.boolean().optional().openapi({
  description:
    '`true`: nothing new is quoted or taken here, and everything that is open finishes. The orderbook reads it again while it runs.',
})

/**
 * The logo that pages show as an image. It must come over https or from the page's own host, so
 * `data:`, `javascript:` and all other schemes are refused.
 */
const logoSchema = z
  .string()
  .regex(
    /^(https:\/\/[^\s"'<>\\]{1,1000}|\/?[A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,999})$/,
    'must be an https URL, or a path on the page that shows it',
  )
  .openapi({
    description:
      'The token’s picture, which pages show: an https URL, or a path on the page that shows it, such as `/logos/usdc.svg`. Without it a letter stands in its place.',
  })

const chainSchema = z.strictObject({
  chain: chainNameSchema,
  paused: pausedSchema,
  chain_id: z.int().min(1).openapi({ description: 'EIP-155 chain id.' }),
  display_name: z.string().min(1),
  registry_address: addressSchema.nullable().openapi({
    description: '`null`: a final chain of hops, without escrows.',
  }),
  solver_address: addressSchema.nullable().openapi({ description: "The market maker's address on this chain." }),
  block_time_ms: z.int().min(50).max(600_000),
  confirmations: z.int().min(1).max(10_000).openapi({
    description: 'How many blocks it takes until an event counts; its own block is the first.',
  }),
  confirmation_steps: z
    .array(z.strictObject({ from_usd: z.int().min(1), confirmations: z.int().min(1).max(10_000) }))
    .default([])
    .openapi({
      description:
        'Orders worth at least this many US dollars need more confirmations. The amounts rise from entry to entry.',
    }),
  finality_tag: z.enum(['safe', 'finalized']).nullable().default(null).openapi({
    description: 'Instead of confirmations: an event counts once its block is not above the block with this tag.',
  }),
  start_block: z.int().min(0).openapi({
    description: 'The block before which no escrow exists; the watcher starts here.',
  }),
  source_cancel_after_secs: secondsSchema.openapi({
    description: 'Life of a source escrow on this chain.',
  }),
  dest_cancel_after_secs: secondsSchema.openapi({
    description: 'Life of a destination escrow on this chain.',
  }),
  claim_safety_secs: secondsSchema.openapi({
    description: 'No secret is revealed with less time left than this.',
  }),
  fitted_windows: z
    .strictObject({
      reveal_secs: z.int().min(30).max(86_400).openapi({
        description: 'As destination: what the user has to hand over the secret once the escrow counts.',
      }),
      claim_secs: z
        .int()
        .min(120)
        .max(7 * 86_400)
        .openapi({
          description:
            'As source: what the maker has to see a public secret and to have its claim mined, beside the depths of both ' +
            'chains. It must cover a congested chain. By how much the chains’ clocks differ is added to it.',
        }),
    })
    .nullable()
    .default(null)
    .openapi({
      description:
        'Where both chains of a swap have it, its escrows live as long as the confirmations of its worth and these times ' +
        'need, and at the longest as long as the chains say. `null`: always as long as the chains say.',
    }),
  native_symbol: z.string().min(1).max(16),
  explorer_url: webUrlSchema.nullable(),
  hop_bridge_address: addressSchema.nullable().default(null).openapi({ description: 'HopBridge, on hub chains.' }),
  hub_chain: chainNameSchema.nullable().default(null).openapi({
    description: 'Final chains of hops: the chain whose escrows bridge on to it.',
  }),
  blockchain_id: hashSchema.nullable().default(null).openapi({ description: 'Avalanche blockchain id, for hops.' }),
  messenger_address: addressSchema.nullable().default(null).openapi({
    description: 'The Teleporter messenger, on hubs and final chains; deliveries are read from its events.',
  }),
})

const assetSchema = z.strictObject({
  asset: assetIdSchema,
  paused: pausedSchema,
  symbol: z.string().min(1).max(32),
  display_name: z.string().min(1),
  decimals: z.int().min(0).max(36),
  token_address: addressSchema.openapi({
    description: "The native token is 0xEeee…EEeE. On a final chain of hops: the token's remote.",
  }),
  token_home_address: addressSchema.nullable().default(null).openapi({
    description: "On a final chain of hops: the token's home, on the hub chain.",
  }),
  logo: logoSchema.optional(),
  permit: z.boolean().openapi({ description: 'Whether the token has EIP-2612 `permit`.' }),
  min_amount: amountSchema,
  max_amount: amountSchema,
  usd_price_ceiling: decimalSchema.nullable().default(null).openapi({
    description:
      'US dollars per whole token that the operator does not expect to be exceeded. The relayer decides by it how many confirmations the facts of an order need, and never by a price that the orderbook names. `null`: every order of this asset needs the most confirmations of its chains.',
  }),
})

const routeSchema = z.strictObject({
  paused: pausedSchema,
  source: assetIdSchema,
  destination: assetIdSchema,
  route_type: routeTypeSchema,
  fee_bips: z.int().min(0).max(10_000),
  hub_asset: assetIdSchema.nullable().default(null).openapi({
    description: 'Hop routes: what the escrow on the hub chain holds.',
  }),
  hop_relayer_fee: quantitySchema
    .nullable()
    .default(null)
    .openapi({ description: 'Hop routes: in base units of the hub asset.' }),
})

/** The chain of an asset: `devnet_a` of `devnet_a:usdc`. */
export const chainOfAsset = (asset: string): string => asset.slice(0, asset.indexOf(':'))

/**
 * The chains, assets and routes of a deployment, in one JSON file for all processes. RPC endpoints are not part of it:
 * they carry keys, so they are set in the environment.
 */
export const networkSchema = z
  .strictObject({
    chains: z.array(chainSchema).min(1),
    assets: z.array(assetSchema).min(1),
    routes: z.array(routeSchema),
    min_margin_secs: secondsSchema.openapi({
      description:
        'A source escrow outlives its destination escrow by at least this, so that the solver can always claim.',
    }),
  })
  .superRefine((network, context) => {
    const complain = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const chains = new Map(network.chains.map((chain) => [chain.chain, chain]))
    const assets = new Map(network.assets.map((asset) => [asset.asset, asset]))
    reportDuplicates(
      network.chains,
      (chain) => chain.chain,
      (index) => complain(['chains', index, 'chain'], 'listed twice'),
    )
    reportDuplicates(
      network.chains,
      (chain) => String(chain.chain_id),
      (index) => complain(['chains', index, 'chain_id'], 'listed twice'),
    )
    reportDuplicates(
      network.assets,
      (asset) => asset.asset,
      (index) => complain(['assets', index, 'asset'], 'listed twice'),
    )
    reportDuplicates(
      network.routes,
      (route) => `${route.source}>${route.destination}`,
      (index) => complain(['routes', index], 'listed twice'),
    )

    for (const [index, chain] of network.chains.entries()) {
      for (const problem of finalityProblems(chain)) complain(['chains', index, 'confirmation_steps'], problem)
    }
    for (const [index, asset] of network.assets.entries()) {
      if (!chains.has(chainOfAsset(asset.asset))) complain(['assets', index, 'asset'], 'its chain is not listed')
      if (BigInt(asset.min_amount) > BigInt(asset.max_amount))
        complain(['assets', index, 'min_amount'], 'exceeds max_amount')
    }
    for (const [index, route] of network.routes.entries()) {
      if (!assets.has(route.source)) complain(['routes', index, 'source'], 'is not a listed asset')
      if (!assets.has(route.destination)) complain(['routes', index, 'destination'], 'is not a listed asset')
      const isHop = route.route_type === 'hop'
      if (isHop !== (route.hub_asset !== null))
        complain(['routes', index, 'hub_asset'], 'is for hop routes, and they need it')
      if (isHop !== (route.hop_relayer_fee !== null))
        complain(['routes', index, 'hop_relayer_fee'], 'is for hop routes, and they need it')
      if (route.hub_asset !== null && !assets.has(route.hub_asset))
        complain(['routes', index, 'hub_asset'], 'is not a listed asset')
      if (isHop) for (const problem of hopProblems(network, route)) complain(['routes', index], problem)
      const source = chains.get(chainOfAsset(route.source))
      const destination = chains.get(chainOfAsset(route.hub_asset ?? route.destination))
      if (source === undefined || destination === undefined) continue
      for (const chain of [source, destination]) {
        if (chain.registry_address === null || chain.solver_address === null) {
          complain(['routes', index], `${chain.chain} has no registry or no solver, so it cannot hold an escrow`)
        }
      }
      if (source.source_cancel_after_secs < destination.dest_cancel_after_secs + network.min_margin_secs) {
        complain(
          ['routes', index],
          `source_cancel_after_secs of ${source.chain} must be at least dest_cancel_after_secs of ${destination.chain} plus min_margin_secs`,
        )
      }
      const needed = fillWindowSecs(source, destination, undefined)
      if (destination.dest_cancel_after_secs <= needed) {
        complain(
          ['routes', index],
          `dest_cancel_after_secs of ${destination.chain} leaves no time for confirmations on both chains and claim_safety_secs: ${needed} s`,
        )
      }
      for (const problem of fittedProblems(source, destination, network.min_margin_secs))
        complain(['routes', index], problem)
    }
  })
  .openapi('Network')

function finalityProblems({
  confirmations,
  confirmation_steps: steps,
  finality_tag,
}: z.output<typeof chainSchema>): string[] {
  const problems: string[] = []
  if (finality_tag !== null && steps.length > 0) problems.push('say nothing where finality_tag is set')
  const all = [{ from_usd: 0, confirmations }, ...steps]
  if (all.some((step, index) => index > 0 && step.from_usd <= (all[index - 1]?.from_usd ?? 0)))
    problems.push('must rise in from_usd')
  if (all.some((step, index) => index > 0 && step.confirmations <= (all[index - 1]?.confirmations ?? 0)))
    problems.push('must rise in confirmations, from those of the chain')
  return problems
}

function hopProblems(
  { chains, assets }: { chains: z.output<typeof chainSchema>[]; assets: z.output<typeof assetSchema>[] },
  route: z.output<typeof routeSchema>,
): string[] {
  const chainOf = (asset: string) => chains.find(({ chain }) => chain === chainOfAsset(asset))
  const [hub, final] = [chainOf(route.hub_asset ?? ''), chainOf(route.destination)]
  const wanted = assets.find(({ asset }) => asset === route.destination)
  if (hub === undefined || final === undefined || wanted === undefined) return []
  const problems: string[] = []
  if (hub.hop_bridge_address === null) problems.push(`${hub.chain} has no hop_bridge_address`)
  if (final.registry_address !== null) problems.push(`${final.chain} has escrows: swap to it directly`)
  if (final.hub_chain !== hub.chain) problems.push(`hub_chain of ${final.chain} is not ${hub.chain}`)
  if (wanted.token_home_address === null) problems.push(`${wanted.asset} has no token_home_address`)
  for (const chain of [hub, final]) {
    if (chain.blockchain_id === null) problems.push(`${chain.chain} has no blockchain_id`)
    if (chain.messenger_address === null) problems.push(`${chain.chain} has no messenger_address`)
  }
  return problems
}

function fittedProblems(
  source: z.output<typeof chainSchema>,
  destination: z.output<typeof chainSchema>,
  minMarginSecs: number,
): string[] {
  const rules = { source, destination, minMarginSecs, worthUsd: undefined }
  if (!isFitted(rules)) return []
  const problems: string[] = []
  const margin = requiredMarginSecs(rules) + clockSlackSecs(rules)
  if (margin > minMarginSecs)
    problems.push(`min_margin_secs must be at least the margin of its fitted_windows: ${margin} s`)
  const needed = fillWindowSecs(source, destination, undefined) + (destination.fitted_windows?.reveal_secs ?? 0)
  if (destination.dest_cancel_after_secs <= needed)
    problems.push(`dest_cancel_after_secs of ${destination.chain} leaves no time for its fitted_windows: ${needed} s`)
  return problems
}

function reportDuplicates<T>(items: readonly T[], key: (item: T) => string, report: (index: number) => void): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (seen.has(key(item))) report(index)
    seen.add(key(item))
  }
}

/** A valid network file, as its JSON text has it. */
export type NetworkWire = z.input<typeof networkSchema>
/** A valid network file, with its defaults filled in. */
export type Network = z.output<typeof networkSchema>
export type ChainConfig = Network['chains'][number]
export type AssetConfig = Network['assets'][number]
export type RouteConfig = Network['routes'][number]

export const chainListSchema = z.object({ data: z.array(chainSchema.openapi('Chain')) }).openapi('ChainList')
export const assetListSchema = z.object({ data: z.array(assetSchema.openapi('Asset')) }).openapi('AssetList')

/** The amounts that a quote can be asked for, in base units. */
export const routeLimitsSchema = z
  .object({
    min_source_amount: amountSchema,
    max_source_amount: amountSchema,
    min_destination_amount: amountSchema,
    max_destination_amount: amountSchema,
    basis: z.enum(['price', 'configuration']).openapi({
      description:
        '`price`: both sides fit the limits of both assets at the price of now. `configuration`: the limits of each ' +
        'asset alone, because no price is known here.',
    }),
  })
  .openapi('RouteLimits')

/** How long the newest completed orders of a route took: measured, not promised. */
export const completionTimeSchema = z
  .object({
    p50_secs: z.int().min(0).openapi({ description: 'Half of the orders took at most this long.' }),
    p95_secs: z.int().min(0).openapi({ description: '95 of 100 orders took at most this long.' }),
    orders: z.int().min(1).openapi({ description: 'The number of orders that were measured.' }),
    since: dateTimeSchema.openapi({ description: 'When the oldest of them completed.' }),
  })
  .openapi('CompletionTime')

/** The codes with which `POST /quotes` refuses every amount of a route. */
export const routeClosures = [
  'CHAIN_UNAVAILABLE',
  'HOP_ROUTE_CLOSED',
  'ROUTE_PAUSED',
  'PRICE_UNAVAILABLE',
  'AMOUNT_OUT_OF_BOUNDS',
  'UNSUPPORTED_ROUTE',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]
export type RouteClosure = (typeof routeClosures)[number]

/** A route of the network file, and what can be asked of it now. */
const liveRouteSchema = routeSchema
  .extend({
    limits: routeLimitsSchema.openapi({
      description: 'What `POST /quotes` takes now. A maker may still decline, for it shows nobody what money it has.',
    }),
    network_fee: quantitySchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'What the network takes for a swap at the fees of the moment, in base units of the destination asset. It is in the ' +
          'quoted amounts, and the limits leave out amounts of which it is too large a part. `null` when it is not known.',
      }),
    makers: z.int().min(0).openapi({ description: 'Makers that are asked for a quote on this route now.' }),
    closed_by: z.enum(routeClosures).nullable().openapi({
      description: 'The code with which `POST /quotes` refuses every amount now. `null`: the route is open.',
    }),
    completion_time: completionTimeSchema.nullable().openapi({
      description:
        'Seconds from the block of the source escrow to the block that paid the recipient, on the final chain for hops, ' +
        'of the newest completed orders of the last seven days, at most 100. It holds the time that users took to hand ' +
        'over their secret. `null`: none was measured.',
    }),
  })
  .openapi('Route')
export type RouteWire = z.infer<typeof liveRouteSchema>
export const routeListSchema = z.object({ data: z.array(liveRouteSchema) }).openapi('RouteList')
