import { chainOfAsset } from '@tandem/contracts'
import { type Order, readEnd, type SwapEnd, type SwapState, swapKeyOf } from '@tandem/sdk'
import type { Command } from 'commander'
import { type Naming, namingOf } from '../amounts.ts'
import { askOrder } from '../ask-order.ts'
import type { Context } from '../context.ts'
import { print } from '../print.ts'
import type { Settings } from '../settings.ts'
import { fromNow } from '../times.ts'

/** A saved swap and its status. The fields are those of the JSON answer. */
interface KeptSwap {
  order_id: string | null
  commitment_hash: string
  source: SwapState['quote']['source']
  destination: SwapState['quote']['destination']
  recipient: string
  is_secret_out: boolean
  /** The status that the orderbook says; `null` when no orderbook answers. */
  status: Order['status'] | null
  /** How the swap ended, as the endpoints show it; `null` if it has not ended, or if no endpoint is named. */
  shown: SwapEnd | null
  /** The unix second from which the source can be refunded; `null` if no order was made. */
  cancel_after: number | null
}

export function swapsCommand(program: Command, context: Context): void {
  const { io, settings } = context
  program
    .command('swaps')
    .description('lists the kept swaps, and where each stands by the orderbook and by your endpoints')
    .addHelpText(
      'after',
      '\nExample:\n  tandem --orderbook https://… --network network.json --rpc base=https://… swaps',
    )
    .action(async () => {
      const at = settings()
      const states = await at.store.list()
      const stop = io.waiting('asking where they stand')
      const swaps = await Promise.all(states.map((state) => standingOf(state, at))).finally(stop)
      if (swaps.length === 0) io.note(`${at.stateFolder} holds no swap`)
      if (at.json) io.json({ swaps })
      else await printSwaps(swaps, context)
    })
}

async function printSwaps(swaps: readonly KeptSwap[], { io, settings }: Context): Promise<void> {
  const named = await namingOf(settings())
  for (const [index, one] of swaps.entries()) {
    if (index > 0) io.out('')
    print(io, false, {}, rowsOf(one, named))
  }
}

async function standingOf(state: SwapState, at: Settings): Promise<KeptSwap> {
  const { orderId, order: kept, quote } = state
  const order = await askOrder(state, at)
  const chains = [quote.source, quote.destination].map(({ asset }) => chainOfAsset(asset))
  const isShown = at.isPinned && chains.some((chain) => chain in at.endpoints())
  const shown = isShown ? await readEnd(state, at.network(), { endpoints: at.endpoints() }, order) : undefined
  return {
    order_id: orderId,
    commitment_hash: swapKeyOf(state),
    source: quote.source,
    destination: quote.destination,
    recipient: state.destinationAddress,
    is_secret_out: state.secretLeft === true,
    status: order?.status ?? null,
    shown: shown ?? null,
    cancel_after: kept?.source_intent.cancel_after ?? null,
  }
}

const rowsOf = (swap: KeptSwap, named: Naming) => ({
  swap: swap.order_id ?? swap.commitment_hash,
  give: named(swap.source),
  receive: `${named(swap.destination)}, to ${swap.recipient}`,
  stands: standsOf(swap),
  refund: swap.cancel_after === null || swap.shown !== null ? undefined : `possible ${fromNow(swap.cancel_after)}`,
})

/** Says in one sentence how far the swap is, and which command to run next. */
function standsOf({ order_id, status, shown, is_secret_out: isSecretOut }: KeptSwap): string {
  if (shown === 'paid') return 'paid, by your endpoints; no endpoint shows whether the hop arrived: `tandem recover`'
  if (shown !== null) return `${shown}, by your endpoints; nothing is left to do: \`tandem forget\``
  if (order_id === null) return 'it got no order, and nothing was signed or sent: `tandem forget`'
  const secret = isSecretOut ? 'the secret is out' : 'the secret has not left'
  if (status === null) return `not known, for no orderbook answers; ${secret}: \`tandem recover\``
  return `${status}, by the orderbook; ${secret}: \`tandem recover\` goes on`
}
