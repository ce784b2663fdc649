import { chainOfAsset } from '@tandem/contracts'
import { type InitiationPath, initiationPaths, Swap } from '@tandem/sdk'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { runToEnd } from '../run-to-end.ts'
import { parseAmount } from './quote.ts'

interface Options {
  path: InitiationPath
  by: 'relayer' | 'wallet'
  minReceived: bigint
  user: string
}

export function swapCommand(program: Command, context: Context): void {
  const { io, settings } = context
  program
    .command('swap')
    .description('swaps, to the end or back to the refund; Ctrl-C loses nothing')
    .argument('<from>', 'source asset, such as base:usdc')
    .argument('<to>', 'destination asset')
    .argument('<amount>', 'base units of the source asset', parseAmount)
    .addOption(
      new Option('--path <path>', 'how the source is brought on chain').choices(initiationPaths).default('permit'),
    )
    .addOption(new Option('--by <sender>', 'who sends the creation').choices(['relayer', 'wallet']).default('relayer'))
    .requiredOption(
      '--min-received <amount>',
      'the least to receive, base units (`tandem quote` shows the price)',
      parseAmount,
    )
    .option('--user <id>', 'the user that the order names', 'cli')
    .addHelpText(
      'after',
      '\nExample:\n  TANDEM_PRIVATE_KEY_FILE=key tandem swap base:usdc avalanche:usdc 25000000 --min-received 24900000',
    )
    .action(async (from: string, to: string, amount: bigint, options: Options) => {
      const at = settings()
      const wallet = await at.wallet(chainOfAsset(from))
      const { address } = wallet.account
      const swapOptions = at.swapOptions(wallet)
      const swap = await Swap.start(
        {
          userId: options.user,
          sourceAsset: from,
          destinationAsset: to,
          sourceAmount: amount,
          minReceived: options.minReceived,
          sourceAddress: address,
          destinationAddress: address,
        },
        swapOptions,
      )
      io.note(`order ${swap.order.order_id}, kept in ${at.stateFolder}`)
      const submitter =
        options.by === 'wallet' ? { by: 'wallet' as const } : { by: 'relayer' as const, client: at.client() }
      await runToEnd(swap, context, at, { path: options.path, submitter })
    })
}
