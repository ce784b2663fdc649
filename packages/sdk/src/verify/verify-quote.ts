import type { Quote } from '../client/types.ts'
import type { SwapRequest } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'

/**
 * The most that the source may cost, and the least that must arrive. Pure.
 *
 * @throws `LIMIT_REQUIRED`.
 */
export function limitsOf({ sourceAmount, destinationAmount, minReceived, maxSpent }: SwapRequest) {
  const [most, least] = [sourceAmount ?? maxSpent, destinationAmount ?? minReceived]
  if (most === undefined || least === undefined)
    throw new TandemError('LIMIT_REQUIRED', 'give minReceived with sourceAmount, or maxSpent with destinationAmount')
  return { most, least }
}

/**
 * Checks that a quote is what was asked for, within the request's limit. Pure.
 *
 * @throws `UNVERIFIED`, `QUOTE_UNACCEPTABLE`, `LIMIT_REQUIRED`.
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
