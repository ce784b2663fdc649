import type { Quote } from './client/types.ts'
import type { SwapRequest } from './swap-state.ts'
import { TandemError } from './tandem-error.ts'

/**
 * Checks a quote against what the user asked for, so that an orderbook cannot sell another asset, take another amount,
 * or pay less than the user agreed to. Pure.
 *
 * @throws TandemError `UNVERIFIED` naming the first thing that does not fit; `QUOTE_UNACCEPTABLE` outside the user’s limits.
 */
export function verifyQuote(quote: Quote, request: SwapRequest): void {
  const { sourceAsset, destinationAsset, sourceAmount, destinationAmount, minReceived, maxSpent } = request
  const spent = BigInt(quote.source.amount)
  const received = BigInt(quote.destination.amount)
  const checks: [string, boolean][] = [
    ['source asset', quote.source.asset === sourceAsset],
    ['destination asset', quote.destination.asset === destinationAsset],
    ['source amount', sourceAmount === undefined || spent === sourceAmount],
    ['destination amount', destinationAmount === undefined || received === destinationAmount],
    ['amounts', spent > 0n && received > 0n],
  ]
  const wrong = checks.find(([, isRight]) => !isRight)
  if (wrong !== undefined) throw new TandemError('UNVERIFIED', `the quote is not what was asked for: ${wrong[0]}`)
  if ((minReceived !== undefined && received < minReceived) || (maxSpent !== undefined && spent > maxSpent))
    throw new TandemError('QUOTE_UNACCEPTABLE', `the quote gives ${received} for ${spent} base units`, {
      details: { source_amount: String(spent), destination_amount: String(received) },
    })
}
