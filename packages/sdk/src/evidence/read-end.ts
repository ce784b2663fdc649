import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import type { SwapState } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'
import { mergeAnswer } from '../verify/verify-swap.ts'
import { decideEnd, type SwapEnd } from './decide-end.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { readIsDelivered } from './read-delivery.ts'
import { readHeld, readSide, readTimeAtDepth } from './read-side.ts'

/**
 * Reads from the chains how a swap ended. It does not throw.
 *
 * @param answer the order as the orderbook gives it now, which names the message of a hop. Without it, the delivery
 * cannot be read, and a claimed hop counts as `paid`.
 * @returns `undefined` while the swap's state may still be needed, and when the chains cannot be read.
 * @example
 * if ((await readEnd(swap.state, network, { endpoints })) !== undefined) await store.remove(swap.state)
 */
export async function readEnd(
  { order, fundableUntil = 0 }: Pick<SwapState, 'order' | 'fundableUntil'>,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
  answer?: Order,
): Promise<SwapEnd | undefined> {
  if (order === undefined) return undefined
  try {
    const source = await readEndSide(order, 'source_intent', network, options)
    const { chain, l1_hop: isHop } = order.destination_intent
    const isAsked = source.atDepth.state === 'claimed' && chain !== ''
    const destination = isAsked ? await readEndSide(order, 'destination_intent', network, options) : undefined
    const isDelivered =
      isHop && destination?.atDepth.state === 'claimed'
        ? answer && (await readIsDelivered(mergeAnswer(order, answer), network, options).catch(unlessAsked))
        : !isHop
    return decideEnd({ source, destination, isDelivered, fundableUntil })
  } catch {
    return undefined
  }
}

const unlessAsked = (error: unknown): undefined => {
  if (!(error instanceof TandemError && error.code === 'EVIDENCE_REQUIRED')) throw error
}

async function readEndSide(...asked: Parameters<typeof readSide>) {
  const side = await readSide(...asked)
  const [held, timeAtDepth] = await Promise.all([readHeld(side), readTimeAtDepth(side)])
  return { ...side.views, held, timeAtDepth, cancelAfter: side.terms.cancelAfter }
}
