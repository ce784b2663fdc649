import type { RunOptions, RunStep, Swap } from '@tandem/sdk'
import type { Context } from './context.ts'
import { describeFailure, exitCodes } from './failure.ts'
import { print } from './print.ts'
import type { Settings } from './settings.ts'

const words: Record<RunStep, string> = {
  initiating: 'bringing the source escrow on chain',
  waiting_for_market_maker: 'waiting until the market maker has funded the destination',
  revealing: 'looking at both chains before the secret leaves',
  ensuring_claim: 'the secret is out; making sure that the destination is claimed',
  settling: 'claimed; waiting until the claim is confirmed and the order complete',
  waiting_for_refund: 'waiting until the amount can be taken back',
  refunding: 'taking the amount back',
  completed: 'completed',
  refunded: 'refunded',
  ended: 'ended: there was nothing to take back',
}

/**
 * Drives a swap to its end and says how it ended. Ctrl-C leaves it as it is: `tandem recover` goes on.
 *
 * @throws TandemError of the steps.
 */
export async function runToEnd(
  swap: Swap,
  { io, end }: Context,
  settings: Settings,
  options: Pick<RunOptions, 'path' | 'submitter' | 'patienceSecs' | 'initiates'>,
): Promise<void> {
  const { source_intent: source, destination_intent: destination } = swap.order
  const destinationWallet = swap.hasDestination ? { destinationWallet: await settings.wallet(destination.chain) } : {}
  let stop = io.waiting('starting')
  let noted = ''
  try {
    const { outcome, order, mayForget, unverified } = await swap.run({
      ...options,
      ...destinationWallet,
      wallet: await settings.wallet(source.chain),
      signal: io.signal,
      onProgress: ({ step, error }) => {
        stop()
        const note = error === undefined ? words[step] : `still ${words[step]}: ${describeFailure(error).message}`
        if (note !== noted) io.note(note)
        noted = note
        stop = io.waiting(words[step])
      },
    })
    stop()
    if (mayForget && outcome !== 'paid') await settings.store.remove(swap.state)
    else
      io.note(`kept in ${settings.stateFolder} until the chains show the end for good; \`tandem recover\` looks again`)
    if (unverified !== undefined)
      io.note(`by the orderbook's word alone, for want of an endpoint: ${unverified.join(', ')}`)
    const rest = unverified === undefined ? {} : { unverified }
    print(io, settings.json, { outcome, order_id: order.order_id, status: order.status, ...rest })
    end(outcome === 'ended' ? exitCodes.failed : exitCodes.done)
  } finally {
    stop()
  }
}
