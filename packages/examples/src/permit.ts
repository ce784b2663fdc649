import { type Order, Swap, type SwapOptions, type SwapRequest, TandemError, type Wallet } from '@tandem/sdk'

/** `wallet` on the source chain, `recipient` on the destination's. */
export async function swapByPermit(
  request: SwapRequest,
  options: SwapOptions,
  { wallet, recipient }: { wallet: Wallet; recipient: Wallet },
): Promise<Order> {
  const swap = await Swap.start(request, options)
  try {
    // Two signatures: the token's permit, and the escrow's terms.
    await swap.initiate('permit', wallet, { by: 'relayer', client: options.client })
  } catch (error) {
    // A token without EIP-2612 is refused before anything is signed.
    if (!(error instanceof TandemError && error.code === 'UNSUPPORTED_INITIATION')) throw error
    await swap.initiate('signed', wallet, { by: 'relayer', client: options.client })
  }

  await swap.waitFor(['destination_initiated'])
  await swap.claim({ signer: recipient })
  await swap.ensureClaimed(recipient)
  return swap.waitFor(['completed'])
}
