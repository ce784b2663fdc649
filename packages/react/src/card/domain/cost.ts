import { dollarText, type Token } from './amount.ts'

/**
 * About what a fee costs, in US dollars: `$0.25`. Less than a cent is said so, and not as nothing.
 *
 * @param amount in base units of `token`.
 * @param bips hundredths of a percent of the amount.
 * @param price in US dollars for a whole token.
 */
export function feeInDollars(
  amount: string,
  bips: number,
  { decimals }: Pick<Token, 'decimals'>,
  price: string,
): string {
  // Ten thousandths of the amount are four more decimals.
  const fee = dollarText(BigInt(amount) * BigInt(bips), decimals + 4, price)
  return fee === '$0.00' && bips > 0 ? 'less than $0.01' : fee
}
