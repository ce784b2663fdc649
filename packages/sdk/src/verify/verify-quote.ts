import type { Quote } from '../client/types.ts'
import type { SwapRequest } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'

/**
 * The most that the user may pay and the least that must arrive, in base units.
 *
 * @throws `LIMIT_REQUIRED` when the request does not limit both.
 */
export function limitsOf({ sourceAmount, destinationAmount, minReceived, maxSpent }: SwapRequest) {
  const [most, least] = [sourceAmount ?? maxSpent, destinationAmount ?? minReceived]
  if (most === undefined || least === undefined)
    throw new TandemError('LIMIT_REQUIRED', 'give minReceived with sourceAmount, or maxSpent with destinationAmount')
  return { most, least }
}

/**
 * Checks that a quote is for the assets and the amount of the request, and keeps its limit.
 *
 * @throws `UNVERIFIED` when it is for something else; `QUOTE_UNACCEPTABLE` when it is worse than the limit;
 * `LIMIT_REQUIRED`.
 */
export function verifyQuote(quote: Quote, request: SwapRequest): void {
  const { sourceAsset, destinationAsset, sourceAmount, destinationAmount } = request
  const { most, least } = limitsOf(request)
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
  if (received < least || spent > most)
    throw new TandemError('QUOTE_UNACCEPTABLE', `the quote gives ${received} for ${spent} base units`, {
      details: { source_amount: String(spent), destination_amount: String(received) },
    })
}
