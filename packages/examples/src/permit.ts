import { type Order, Swap, type SwapOptions, type SwapRequest, TandemError, type Wallet } from '@tandem/sdk'

/** Swaps with a `wallet` on the source chain and a `recipient` on the destination chain. */
export async function swapByPermit(
  request: SwapRequest,
  options: SwapOptions,
  { wallet, recipient }: { wallet: Wallet; recipient: Wallet },
): Promise<Order> {
  const swap = await Swap.start(request, options)
  try {
    // The wallet signs twice: the permit of the token, and the terms of the escrow.
    await swap.initiate('permit', wallet, { by: 'relayer', client: options.client })
  } catch (error) {
    // The SDK refuses a token without EIP-2612 before the wallet is asked to sign.
    if (!(error instanceof TandemError && error.code === 'UNSUPPORTED_INITIATION')) throw error
    await swap.initiate('signed', wallet, { by: 'relayer', client: options.client })
  }

  await swap.waitFor(['destination_initiated'])
  await swap.claim({ signer: recipient })
  await swap.ensureClaimed(recipient)
  return swap.waitFor(['completed'])
}
