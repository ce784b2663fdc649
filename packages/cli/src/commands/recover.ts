import { readFileSync } from 'node:fs'
import { type Swap, type SwapState, TandemError } from '@tandem/sdk'
import type { Command } from 'commander'
import { namingOf } from '../amounts.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../failure.ts'
import { print } from '../print.ts'
import { ending, isUnbegun, resume, runToEnd, signedUntil } from '../run-to-end.ts'
import { savedSwap } from '../saved-swap.ts'
import type { Settings } from '../settings.ts'
import { fromNow } from '../times.ts'

export function refundCommand(program: Command, context: Context): void {
  const { settings } = context
  program
    .command('refund')
    .description('takes the source amount back, once the escrow can be cancelled')
    .argument('[order]', 'order_id or commitment hash; the only kept swap by default')
    .addHelpText('after', '\nExample:\n  TANDEM_PRIVATE_KEY_FILE=key tandem refund 7f0c…')
    .action(async (orderId?: string) => {
      const at = settings()
      await refund(await resume(await savedSwap(at, orderId), at), context, at)
    })
}

async function refund(swap: Swap, { io, end }: Context, settings: Settings): Promise<void> {
  const { asset, chain } = swap.order.source_intent
  const { shown, amount, txHash } = await swap.refund(await settings.wallet(chain))
  const until = shown === 'nothing' ? signedUntil(swap) : undefined
  if (until !== undefined) {
    const { path } = swap.state.unsent ?? {}
    const signed = path === undefined ? 'what you signed, and the relayer has,' : `what you signed for "${path}"`
    io.note(`nothing was paid; ${signed} can pay until ${fromNow(until)}: run \`tandem recover\` again after that`)
  }
  const payable = until === undefined ? {} : { payable_until: until }
  const named = await namingOf(settings)
  const answer = { order_id: swap.state.orderId, shown, asset, amount, tx_hash: txHash, ...payable }
  print(io, settings.json, answer, { shown, amount: named({ asset, amount }), transaction: txHash })
  end(shown === 'claimed' || shown === 'nothing' ? exitCodes.failed : exitCodes.done)
}

export function recoverCommand(program: Command, context: Context): void {
  const { settings } = context
  program
    .command('recover')
    .description('ends a swap that was begun; needs the state file, the network file and endpoints, and no server')
    .argument('[order]', 'order_id or commitment hash; the only kept swap by default')
    .option('--file <file>', 'a state file from elsewhere')
    .addHelpText(
      'after',
      '\nExample, with all servers down:\n  tandem --network network.json --rpc base=https://… --rpc avalanche=https://… recover',
    )
    .action(async (orderId: string | undefined, options: { file?: string }) => {
      const at = settings()
      const state = options.file === undefined ? await savedSwap(at, orderId) : readState(options.file)
      const swap = await resume(state, at)
      if (await isUnbegun(swap)) {
        const isOnChain = await refund(swap, context, at).then(() => false, unlessCreated)
        if (!isOnChain) return
      }
      await runToEnd(swap, context, at, ending)
    })
}

/**
 * A refund fails by this code when the escrow exists, although the orderbook does not count it yet. The swap then goes
 * on.
 */
function unlessCreated(error: unknown): true {
  if (error instanceof TandemError && error.code === 'NOT_CANCELLABLE_YET') return true
  throw error
}

function readState(file: string): SwapState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SwapState
  } catch {
    // The parser's message is left out, because it could contain a part of the file, and with it the secret.
    throw new UsageError(`${file} is not a state file`)
  }
}
