import { type Refunded, Swap, type SwapOptions, type SwapState, TandemError, type Wallet } from '@tandem/sdk'

/** Takes the amount of a swap back. It returns `undefined` while the escrow can still be claimed, because it is too early then. */
export async function takeBack(state: SwapState, options: SwapOptions, wallet: Wallet): Promise<Refunded | undefined> {
  const swap = await Swap.resume(state, options)
  try {
    return await swap.refund(wallet)
  } catch (error) {
    if (error instanceof TandemError && error.code === 'NOT_CANCELLABLE_YET') return undefined
    throw error
  }
}
