import { describe, expect, it } from '@jest/globals'
import type { Quote } from '../client/types.ts'
import type { SwapRequest } from '../swap-state.ts'
import { verifyQuote } from './verify-quote.ts'

const pair = { sourceAsset: 'a:usdc', destinationAsset: 'b:usdc' }
const exactInput = { ...pair, sourceAmount: 1_000n, minReceived: 980n } as SwapRequest
const exactOutput = { ...pair, destinationAmount: 980n, maxSpent: 1_000n } as SwapRequest
const quoteOf = (sourceAmount: string, destinationAmount: string, assets = pair) =>
  ({
    source: { asset: assets.sourceAsset, amount: sourceAmount },
    destination: { asset: assets.destinationAsset, amount: destinationAmount },
  }) as Quote

describe('verifyQuote', () => {
  it.each<[string, Quote, SwapRequest, string | undefined]>([
    ['the least that was asked for', quoteOf('1000', '980'), exactInput, undefined],
    ['the most that may be spent', quoteOf('1000', '980'), exactOutput, undefined],
    ['another source', quoteOf('1000', '980', { ...pair, sourceAsset: 'c:usdc' }), exactInput, 'source asset'],
    ['another destination', quoteOf('1000', '980', { ...pair, destinationAsset: 'c:usdc' }), exactInput, 'destination'],
    ['another exact input', quoteOf('999', '980'), exactInput, 'source amount'],
    ['another exact output', quoteOf('1000', '981'), exactOutput, 'destination amount'],
    ['nothing to pay', quoteOf('0', '980'), exactOutput, 'amounts'],
    ['too little to receive', quoteOf('1000', '979'), exactInput, 'gives 979 for 1000'],
    ['too much to pay', quoteOf('1001', '980'), exactOutput, 'gives 980 for 1001'],
  ])('checks a quote with %s', (_case, quote, request, problem) => {
    const verify = () => verifyQuote(quote, request)
    if (problem === undefined) expect(verify).not.toThrow()
    else expect(verify).toThrow(problem)
  })
})
