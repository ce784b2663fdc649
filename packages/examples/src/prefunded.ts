import { type Order, Swap, type SwapOptions, type SwapRequest, type Wallet } from '@tandem/sdk'

/** Swaps with a `wallet` on the source chain and a `recipient` on the destination chain. */
export async function swapByPrefunding(
  request: SwapRequest,
  options: SwapOptions,
  { wallet, recipient }: { wallet: Wallet; recipient: Wallet },
): Promise<Order> {
  const swap = await Swap.start(request, options)
  await swap.initiate('prefunded', wallet, { by: 'relayer', client: options.client })

  await swap.waitFor(['destination_initiated'])
  await swap.claim({ signer: recipient })
  await swap.ensureClaimed(recipient)
  return swap.waitFor(['completed'])
}
