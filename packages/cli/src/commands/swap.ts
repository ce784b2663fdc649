import { chainOfAsset } from '@tandem/contracts'
import { type InitiationPath, initiationPaths, Swap, type SwapRequest } from '@tandem/sdk'
import { type Command, Option } from 'commander'
import { assetNamed, baseUnitsOf, parseAmount } from '../amounts.ts'
import { choosePath } from '../choose-path.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { runToEnd } from '../run-to-end.ts'
import type { Settings } from '../settings.ts'

interface Options {
  path?: InitiationPath
  by?: 'relayer' | 'wallet'
  minReceived?: string
  maxSpent?: string
  exactOutput?: boolean
  user: string
}

const help = `
Examples:
  TANDEM_PRIVATE_KEY_FILE=key tandem swap 25 base:usdc avalanche:usdc --min-received 24.9
  TANDEM_PRIVATE_KEY_FILE=key tandem swap 24.9 base:usdc avalanche:usdc --exact-output --max-spent 25`

export function swapCommand(program: Command, context: Context): void {
  program
    .command('swap')
    .description('swaps, to the end or back to the refund; Ctrl-C loses nothing')
    .argument('<amount>', 'how much of the source asset, such as 25', parseAmount)
    .argument('<from>', 'source asset, such as base:usdc')
    .argument('<to>', 'destination asset')
    .option('--min-received <amount>', 'the least to receive (`tandem quote` shows the price)', parseAmount)
    .option('--exact-output', 'the amount is what must be received, of the destination asset; with --max-spent')
    .option('--max-spent <amount>', 'the most to give, with --exact-output', parseAmount)
    .addOption(
      new Option('--path <path>', 'how the source is brought on chain; by default what fits the asset').choices(
        initiationPaths,
      ),
    )
    .addOption(
      new Option('--by <sender>', 'who sends the creation; by default the relayer, where it can').choices([
        'relayer',
        'wallet',
      ]),
    )
    .option('--user <id>', 'the user that the order names', 'cli')
    .addHelpText('after', help)
    .action((amount: string, from: string, to: string, options: Options) =>
      swap({ amount, from, to, ...options }, context),
    )
}

type Wish = Options & { amount: string; from: string; to: string }

async function swap(wish: Wish, context: Context): Promise<void> {
  const { io } = context
  const at = context.settings()
  const { assets } = at.network()
  const chosen = choosePath(assetNamed(wish.from, assets), wish)
  const amounts = amountsOf(wish, at)
  const wallet = await at.wallet(chainOfAsset(wish.from))
  const { address } = wallet.account
  const request: SwapRequest = {
    userId: wish.user,
    sourceAsset: wish.from,
    destinationAsset: wish.to,
    sourceAddress: address,
    destinationAddress: address,
    ...amounts,
  }
  const started = await Swap.start(request, at.swapOptions(wallet))
  io.note(`order ${started.order.order_id}, kept in ${at.stateFolder}`)
  const submitter = chosen.by === 'wallet' ? { by: 'wallet' as const } : { by: 'relayer' as const, client: at.client() }
  await runToEnd(started, context, at, { path: chosen.path, submitter })
}

/** The amounts of the request in base units: an exact amount to pay or to receive, with a limit for the other side. */
function amountsOf({ amount, from, to, exactOutput, minReceived, maxSpent }: Wish, at: Settings) {
  const { assets } = at.network()
  const [source, destination] = [assetNamed(from, assets), assetNamed(to, assets)]
  const [limit, other] = exactOutput ? [maxSpent, minReceived] : [minReceived, maxSpent]
  const [wanted, unwanted] = exactOutput ? ['--max-spent', '--min-received'] : ['--min-received', '--max-spent']
  if (limit === undefined)
    throw new UsageError(`${wanted} is missing: without it a server could set any price (\`tandem quote\` shows it)`)
  if (other !== undefined) throw new UsageError(`${unwanted} is not for this: give ${wanted} alone`)
  return exactOutput
    ? {
        destinationAmount: baseUnitsOf(amount, destination, at.isBaseUnits),
        maxSpent: baseUnitsOf(limit, source, at.isBaseUnits),
      }
    : {
        sourceAmount: baseUnitsOf(amount, source, at.isBaseUnits),
        minReceived: baseUnitsOf(limit, destination, at.isBaseUnits),
      }
}
