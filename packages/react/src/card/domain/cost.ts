import { dollarText, type Token } from './amount.ts'

/**
 * Writes what a fee costs in US dollars: `$0.25`. A fee under one cent is `less than $0.01`, and never `$0.00`.
 * @param amount base units of the token on which the fee is taken.
 * @param bips hundredths of a percent of the amount.
 * @param price US dollars for one whole token.
 */
export function feeInDollars(
  amount: string,
  bips: number,
  { decimals }: Pick<Token, 'decimals'>,
  price: string,
): string {
  // The amount times the bips is ten thousand times too large, which four more decimals correct.
  const fee = dollarText(BigInt(amount) * BigInt(bips), decimals + 4, price)
  return fee === '$0.00' && bips > 0 ? 'less than $0.01' : fee
}
