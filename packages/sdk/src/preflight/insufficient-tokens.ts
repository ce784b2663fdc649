import { type Address, formatUnits } from 'viem'
import { TandemError } from '../tandem-error.ts'

/**
 * An amount as a person reads it, such as `25 devnet_a:usdc`. If the network file does not name the token's decimals,
 * it is given in base units.
 */
export const amountText = (amount: bigint, asset: string, decimals?: number): string =>
  decimals === undefined ? `${amount} base units of ${asset}` : `${formatUnits(amount, decimals)} ${asset}`

/** Makes the error of an account that has too few tokens. Amounts are in base units. */
export function insufficientTokens(
  { asset, decimals }: { asset: string; decimals?: number | undefined },
  {
    address,
    held,
    required,
    retryable = false,
  }: { address: Address; held: bigint; required: bigint; retryable?: boolean },
): TandemError {
  const text = (amount: bigint) => amountText(amount, asset, decimals)
  return new TandemError(
    'INSUFFICIENT_TOKENS',
    `${address} holds ${text(held)}, and the swap takes ${text(required)}: send it the rest, or swap less`,
    { retryable, details: { asset, held: String(held), required: String(required) } },
  )
}
