import { setTimeout } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { assetNamed, type ChosenPath, choosePath, ending, isUnbegun, resume, savedSwap } from '@tandem/cli'
import { addressCodec, addressSchema, chainOfAsset, z } from '@tandem/contracts'
import { Swap, swapKeyOf } from '@tandem/sdk'
import { formatUnits, isAddressEqual } from 'viem'
import { dryRun } from './dry-run.ts'
import { confirmAboveOf, type Policy, refusalOf, type Wish } from './policy.ts'
import { amountArgument, assetArgument, type Deps, requireAssets, tool } from './reads.ts'
import { Refusal } from './refusal.ts'

/**
 * How long a tool waits for the end of a swap, in milliseconds. Afterwards it answers, and the swap goes on in the
 * background.
 */
const answerAfterMs = 20_000
const personMs = 600_000

const swapArguments = z.strictObject({
  from: assetArgument,
  to: assetArgument,
  amount: amountArgument.describe('what is given: base units of `from`, as a decimal string'),
  min_received: amountArgument.describe('the least to receive: base units of `to`, as a decimal string'),
  recipient: addressSchema.optional().describe('the wallet’s own address by default'),
  dry_run: z.boolean().describe('true: shows what would be signed and sent, and sends nothing'),
})
const nameArgument = z.strictObject({ swap: z.string().max(80).describe('order_id or commitment_hash of list_swaps') })

const moves = { readOnlyHint: false, destructiveHint: true, idempotentHint: false }

export function addSwaps(server: McpServer, deps: Deps): void {
  server.registerTool(
    'swap',
    {
      annotations: moves,
      description:
        'Swaps within the policy, to the end or back to the refund. A longer swap goes on after the answer: order_status. ' +
        'Do not call it again for the same swap: list_swaps shows whether it began.',
      inputSchema: swapArguments,
    },
    (args, { signal }) => tool((given: typeof args) => swap(server, deps, given, signal))(args),
  )
  server.registerTool(
    'resume_swap',
    {
      annotations: moves,
      description: 'Ends a kept swap that nothing drives: claims it, or takes the amount back. It gives nothing more.',
      inputSchema: nameArgument,
    },
    tool(({ swap: name }) =>
      onKept(deps, name, async (kept) =>
        (await isUnbegun(kept)) ? refund(kept, deps) : waited(deps.runs.begin(kept, ending)),
      ),
    ),
  )
  server.registerTool(
    'refund_swap',
    {
      annotations: moves,
      description: 'Takes the given amount of a kept swap back, once its escrow can be cancelled.',
      inputSchema: nameArgument,
    },
    tool(({ swap: name }) => onKept(deps, name, (kept) => refund(kept, deps))),
  )
}

async function onKept(deps: Deps, name: string, work: (kept: Swap) => Promise<object>): Promise<object> {
  const { settings, policy, runs } = deps
  if (policy === undefined) throw noPolicy()
  const state = await savedSwap(settings, name)
  const hash = swapKeyOf(state)
  const run = runs.find(hash)
  if (runs.resuming.has(hash) || (run !== undefined && run.outcome === undefined))
    throw new Refusal('RUNNING', 'this server drives the swap already: order_status')
  runs.resuming.add(hash)
  try {
    return await work(await resume(state, settings))
  } finally {
    runs.resuming.delete(hash)
  }
}

async function refund(swap: Swap, { settings }: Deps): Promise<object> {
  const { shown, amount, txHash } = await swap.refund(await settings.wallet(swap.order.source_intent.chain))
  return { commitment_hash: swapKeyOf(swap.state), shown, amount, tx_hash: txHash }
}

const noPolicy = () =>
  new Refusal('NO_POLICY', 'the server has no policy file (--policy FILE): it only reads, and swaps with dry_run: true')

async function waited({ run, ended }: ReturnType<Deps['runs']['begin']>): Promise<object> {
  await Promise.race([ended, setTimeout(answerAfterMs, undefined, { ref: false })])
  return { ...run, is_over: run.outcome !== undefined }
}

type SwapArguments = z.infer<typeof swapArguments>

async function swap(server: McpServer, deps: Deps, args: SwapArguments, signal: AbortSignal): Promise<object> {
  const { settings, policy, spent, runs } = deps
  const { from, to } = args
  requireAssets(deps, [from, to])
  const wallet = await settings.wallet(chainOfAsset(from))
  const owner = wallet.account.address
  const recipient = args.recipient === undefined ? owner : addressCodec.decode(args.recipient)
  const wish: Wish = {
    ...{ from, to, owner, recipient },
    amount: BigInt(args.amount),
    minReceived: BigInt(args.min_received),
  }
  const { path, by } = pathOf(wish, deps)
  const request = {
    userId: 'mcp',
    sourceAsset: from,
    destinationAsset: to,
    sourceAmount: wish.amount,
    minReceived: wish.minReceived,
    sourceAddress: owner,
    destinationAddress: recipient,
  }
  if (args.dry_run) {
    const network = settings.network()
    const steps = await dryRun(request, { wallet, client: settings.client(), network, path })
    const unconfirmed = await spent.sum(from, 'unconfirmed')
    return { dry_run: true, policy: wordOf(policy, wish, unconfirmed), steps, afterwards }
  }
  if (policy === undefined) throw noPolicy()
  const refused = refusalOf(policy, wish)
  if (refused !== undefined) throw new Refusal('POLICY_REFUSED', refused)
  const release = await reserved(server, { ...deps, policy }, wish, signal)
  const begun = await Swap.start(request, settings.swapOptions(wallet)).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const submitter = by === 'wallet' ? { by } : { by, client: settings.client() }
  return waited(runs.begin(begun, { path, submitter }))
}

/**
 * Counts the swap for the day's limit. Before that, it asks a person to confirm the swap if the policy wants that.
 *
 * @returns a function that undoes the counting, for a swap that could not be started.
 */
async function reserved(
  server: McpServer,
  deps: Deps & { policy: Policy },
  wish: Wish,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { policy, spent } = deps
  const { from, amount } = wish
  const limits = { maxPerDay: BigInt(policy.spend[from]?.max_per_day ?? 0), confirmAbove: confirmAboveOf(policy, from) }
  const cancelled = () => new Refusal('CANCELLED', 'the client cancelled the call: nothing was signed or sent')
  if (signal.aborted) throw cancelled()
  const release = await spent.reserve(from, amount, limits)
  if (release !== 'needs_person') return release
  await confirmed(server, deps, wish)
  // The client gave up waiting for the tool while the person was deciding.
  if (signal.aborted) throw cancelled()
  const confirmedRelease = await spent.reserve(from, amount, { ...limits, isConfirmed: true })
  if (confirmedRelease === 'needs_person') throw new Error('a confirmed swap needs no other person')
  return confirmedRelease
}

/**
 * Chooses how to pay.
 *
 * @throws Refusal for a hop to somebody else, because the recipient of a hop has to sign for it.
 */
function pathOf({ from, to, owner, recipient }: Wish, { settings }: Deps): ChosenPath {
  const { assets, routes } = settings.network()
  const isHop = routes.some((one) => one.source === from && one.destination === to && one.route_type === 'hop')
  if (isHop && !isAddressEqual(owner, recipient))
    throw new Refusal('HOP_RECIPIENT', 'a hop pays the wallet’s own address: its recipient signs for it')
  return choosePath(assetNamed(from, assets))
}

/**
 * Says in a dry run whether the policy allows the swap.
 *
 * @param unconfirmed what was spent in the last 24 hours without a confirmation, in base units.
 */
function wordOf(policy: Policy | undefined, wish: Wish, unconfirmed: bigint): string {
  if (policy === undefined) return 'there is no policy file: the swap would be refused'
  const above = confirmAboveOf(policy, wish.from)
  const isAsked = above !== undefined && unconfirmed + wish.amount > above
  return refusalOf(policy, wish) ?? (isAsked ? 'a person would have to confirm it' : 'allowed')
}

const afterwards = [
  'The hash, the deadlines and the order are of this moment: a swap has its own, and the SDK verifies them.',
  'Once both chains show the maker’s escrow: relayer: POST /claims, with the secret; on a hop with a signature of the recipient.',
  'If the relayer does not claim: a claim by the wallet, on the destination chain.',
  'If the maker does not pay: a cancellation by the wallet, which returns the amount.',
]

/**
 * Asks the person at the client to confirm a swap.
 *
 * @throws Refusal `CONFIRMATION_REQUIRED` when the client cannot ask a person, `NOT_CONFIRMED` when the person
 * declines.
 */
async function confirmed({ server }: McpServer, { settings }: Deps, wish: Wish): Promise<void> {
  const { from, to, amount, minReceived, recipient } = wish
  if (server.getClientCapabilities()?.elicitation === undefined)
    throw new Refusal(
      'CONFIRMATION_REQUIRED',
      'a person must confirm: with this swap, what none confirmed in 24 hours passes confirm_above. The client cannot ask one (elicitation): use a client that can, or `tandem swap` in a terminal',
    )
  const whole = (base: bigint, name: string) => {
    const decimals = settings.network().assets.find(({ asset }) => asset === name)?.decimals ?? 0
    return `${formatUnits(base, decimals)} ${name}`
  }
  const asked = {
    message: `Tandem: give ${whole(amount, from)} for at least ${whole(minReceived, to)}, paid to ${recipient}?`,
    requestedSchema: {
      type: 'object' as const,
      properties: { confirm: { type: 'boolean' as const, title: 'Swap' } },
      required: ['confirm'],
    },
  }
  const { action, content } = await server.elicitInput(asked, { timeout: personMs }).catch(() => ({
    action: 'cancel' as const,
    content: undefined,
  }))
  if (action !== 'accept' || content?.confirm !== true)
    throw new Refusal('NOT_CONFIRMED', 'no person confirmed the swap: nothing was signed or sent')
}
