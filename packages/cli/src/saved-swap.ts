import { type SwapState, swapKeyOf } from '@tandem/sdk'
import { UsageError } from './failure.ts'
import type { Settings } from './settings.ts'

/**
 * Finds a saved swap by its order id or its commitment hash. Without either, it returns the only saved swap.
 *
 * @throws UsageError when no saved swap fits, or more than one does.
 */
export async function savedSwap(settings: Settings, orderId: string | undefined): Promise<SwapState> {
  const states = await settings.store.list()
  // A dishonest orderbook may have given the same order id to two swaps.
  const nameOf = (state: SwapState) =>
    state.orderId === null || states.filter((one) => one.orderId === state.orderId).length > 1
      ? swapKeyOf(state)
      : state.orderId
  const isNamed = (state: SwapState) => state.orderId === orderId || swapKeyOf(state) === orderId
  const wanted = orderId === undefined ? states : states.filter(isNamed)
  const [state, ...others] = wanted
  if (state === undefined) throw new UsageError(`${settings.stateFolder} has no swap ${orderId ?? ''}`.trim())
  if (others.length > 0) throw new UsageError(`name one of the swaps: ${wanted.map(nameOf).join(', ')}`)
  return state
}
