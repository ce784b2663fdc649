import { readEnd, type SwapEnd, type SwapState, swapKeyOf } from '@tandem/sdk'
import type { Command } from 'commander'
import { type Naming, namingOf } from '../amounts.ts'
import { askOrder } from '../ask-order.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../failure.ts'
import { print } from '../print.ts'
import { savedSwap } from '../saved-swap.ts'
import type { Settings } from '../settings.ts'

export function forgetCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('forget')
    .description(
      'removes a kept swap, with its secret, once the chains show that nothing is left to claim or to take back',
    )
    .argument('[order]', 'order_id or commitment hash; the only kept swap by default')
    .option('--force', 'removes it all the same, and says what may be lost')
    .addHelpText(
      'after',
      '\nExample:\n  tandem --network network.json --rpc base=https://… --rpc avalanche=https://… forget 7f0c…',
    )
    .action(async (orderId: string | undefined, { force = false }: { force?: boolean }) => {
      const at = settings()
      const state = await savedSwap(at, orderId)
      const shown = await endOf(state, at).catch((error: unknown) => {
        if (force && error instanceof UsageError) return undefined
        throw error
      })
      // `paid` is not enough: the delivery of a hop is unknown then, and may have to be retried.
      const isOver = shown !== undefined && shown !== 'paid'
      const risks = isOver ? [] : risksOf(state, await namingOf(at))
      const isForgotten = isOver || force
      if (isForgotten) await at.store.remove(state)
      for (const risk of risks) io.note(risk)
      if (!isForgotten)
        io.note('not forgotten: the chains do not show its end; `tandem recover` ends it, --force forgets it')
      const answer = { forgotten: isForgotten, shown: shown ?? null, commitment_hash: swapKeyOf(state) }
      print(io, at.json, answer, { forgotten: isForgotten ? 'yes' : 'no', shown, commitment_hash: swapKeyOf(state) })
      end(isForgotten ? exitCodes.done : exitCodes.failed)
    })
}

/**
 * Reads from the chains how a swap ended. `none` means that it has no order, so nothing was signed or sent for it.
 */
async function endOf(state: SwapState, at: Settings): Promise<SwapEnd | 'none' | undefined> {
  if (state.orderId === null && state.order === undefined) return 'none'
  // The orderbook's order is only needed for the message id of a hop, by which its delivery is found.
  const order = await askOrder(state, at)
  return readEnd(state, at.network(), { endpoints: at.endpoints() }, order)
}

/** The sentences that warn of what may be lost when a state is deleted. */
function risksOf({ quote, order, secretOrigin }: SwapState, named: Naming): string[] {
  const { source, destination } = quote
  const placeOf = (intent: { swap_id: string; chain: string } | undefined) =>
    intent === undefined ? '' : ` in ${intent.swap_id} on ${intent.chain}`
  const secret = secretOrigin === 'wallet' ? 'the key can make the secret again' : 'the secret is nowhere else'
  return [
    `may be lost: ${named(source)}${placeOf(order?.source_intent)}: the state holds the terms that take it back`,
    `may be lost: ${named(destination)}${placeOf(order?.destination_intent)}: its secret claims it; ${secret}`,
  ]
}
