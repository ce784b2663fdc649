import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Settings } from '@tandem/cli'
import { amountSchema, assetIdSchema, indicativeQuoteSchema, orderIdSchema, orderSchema, z } from '@tandem/contracts'
import { swapKeyOf, TandemError } from '@tandem/sdk'
import { answer, failure, orderIdOf } from './outgoing.ts'
import type { Policy } from './policy.ts'
import { Refusal } from './refusal.ts'
import type { Runs } from './runs.ts'
import type { Spent } from './spent.ts'

/** What the tools of the server work with. */
export interface Deps {
  settings: Settings
  /** The policy; `undefined` when there is no policy file, and then no tool sends anything. */
  policy: Policy | undefined
  spent: Spent
  runs: Runs
}

export const amountArgument = amountSchema.describe('base units of the asset, as a decimal string')
export const assetArgument = assetIdSchema.describe('an asset of list_assets, such as base:usdc')

export const tool =
  <T>(work: (args: T) => Promise<unknown>) =>
  (args: T) =>
    work(args).then(answer, failure)

/**
 * Checks that an answer of the orderbook fits its schema. Text that is not part of the API does not reach the model.
 */
function asked<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TandemError('UNVERIFIED', 'the orderbook’s answer is not of the wire contract')
}

/** @throws Refusal `UNKNOWN_ASSET` when the network file does not name one of the assets. */
export function requireAssets({ settings }: Pick<Deps, 'settings'>, names: readonly string[]): void {
  const { assets } = settings.network()
  const unknown = names.find((name) => !assets.some(({ asset }) => asset === name))
  if (unknown !== undefined) throw new Refusal('UNKNOWN_ASSET', `${unknown} is not an asset of list_assets`)
}

const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } }

export function addReads(server: McpServer, deps: Deps): void {
  const { settings, policy, spent, runs } = deps
  server.registerTool(
    'list_assets',
    {
      ...readOnly,
      description: 'The assets and routes of the pinned network file, the policy, and what it has left today.',
    },
    tool(async () => {
      const { assets, routes } = settings.network()
      const given = Object.keys(policy?.spend ?? {}).map(async (asset) => [asset, await spent.sum(asset)] as const)
      return {
        assets: assets.map(({ asset, decimals, token_address }) => ({ asset, decimals, token_address })),
        routes: routes.map(({ source, destination, route_type }) => ({ from: source, to: destination, route_type })),
        policy: policy ?? null,
        spent_in_24_hours: Object.fromEntries(await Promise.all(given)),
      }
    }),
  )
  server.registerTool(
    'quote',
    {
      ...readOnly,
      description: 'What a swap would give now. It binds nobody.',
      inputSchema: z.strictObject({ from: assetArgument, to: assetArgument, amount: amountArgument }),
    },
    tool(async ({ from, to, amount }) => {
      requireAssets(deps, [from, to])
      const query = { source_asset: from, destination_asset: to, source_amount: amount }
      const quote = asked(indicativeQuoteSchema, await settings.client().getIndicativeQuote(query))
      const { source, destination, route_type, fee_bips } = quote
      if (source.asset !== from || destination.asset !== to || source.amount !== amount)
        throw new TandemError('UNVERIFIED', 'the quote is not what was asked for')
      return { give: source, receive: destination, route_type, fee_bips }
    }),
  )
  server.registerTool(
    'order_status',
    {
      ...readOnly,
      description: 'What the orderbook says of an order, and what this server does for it.',
      inputSchema: z.strictObject({ order_id: orderIdSchema }),
    },
    tool(async ({ order_id }) => {
      const order = asked(orderSchema, await settings.client().getOrder(order_id))
      if (order.order_id !== order_id) throw new TandemError('UNVERIFIED', 'the orderbook answers with another order')
      const { status, source_intent, destination_intent, next_action } = order
      const sideOf = ({ asset, amount, status }: typeof source_intent) => ({ asset, amount, status })
      return {
        order_id,
        status,
        source: sideOf(source_intent),
        destination: sideOf(destination_intent),
        next: next_action && { actor: next_action.actor, action: next_action.action, deadline: next_action.deadline },
        run: runs.find(source_intent.commitment_hash) ?? null,
      }
    }),
  )
  server.registerTool(
    'list_swaps',
    { ...readOnly, description: 'The swaps that this wallet keeps: begun, and not shown to be over for good.' },
    tool(async () => {
      const states = await settings.store.list()
      return states.map((state) => ({
        order_id: orderIdOf(state.orderId),
        commitment_hash: swapKeyOf(state),
        give: state.quote.source,
        receive: state.quote.destination,
        recipient: state.destinationAddress,
        is_secret_out: state.secretLeft === true,
        run: runs.find(swapKeyOf(state)) ?? null,
      }))
    }),
  )
}
