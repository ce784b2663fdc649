import { type FeeMarket, type Fees, firstFees, larger } from './fees.ts'

/** The price of a replacement on a chain, by what its endpoints say; wei per gas. */
export interface Market {
  /** The fees that are believed. */
  agreed: Fees
  /** The highest that any endpoint says, which may be a lie; the same as `agreed` where that is not told apart. */
  highest: Fees
  /** No tip of the chain is believed to be above this. */
  mostTip: bigint
}

/** The market where one answer is believed. */
export function marketOf(believed: FeeMarket): Market {
  const agreed = firstFees(believed)
  return { agreed, highest: agreed, mostTip: believed.mostTip }
}

/** The fees that an endpoint says, with a tip that can be believed: the tip is paid whole. `mostTip` in wei per gas. */
export function withTipUpTo(mostTip: bigint, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const excess = larger(0n, maxPriorityFeePerGas - mostTip)
  return { maxFeePerGas: maxFeePerGas - excess, maxPriorityFeePerGas: maxPriorityFeePerGas - excess }
}
