import { describe, expect, it } from '@jest/globals'
import type { Quote } from './client/types.ts'
import type { SwapRequest } from './swap-state.ts'
import { verifyQuote } from './verify-quote.ts'

const [integrator, other] = [`0x${'Aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`] as const
const request = {
  sourceAsset: 'a:usdc',
  destinationAsset: 'b:usdc',
  sourceAmount: 1_000n,
  minReceived: 900n,
} as SwapRequest
const quoteWith = (fee: Quote['integrator_fee']) =>
  ({
    source: { asset: 'a:usdc', amount: '1000' },
    destination: { asset: 'b:usdc', amount: '980' },
    integrator_fee: fee,
  }) as Quote

describe('verifyQuote', () => {
  it.each<[string, Quote['integrator_fee'], number | undefined, string | undefined]>([
    ['no fee', null, undefined, undefined],
    [
      'the fee, rounded up, however its address is spelt',
      { address: integrator.toLowerCase(), amount: '5' },
      50,
      undefined,
    ],
    ['no fee where one was asked for', null, 50, 'integrator'],
    ['a smaller fee', { address: integrator, amount: '4' }, 50, 'integrator fee'],
    ['a larger fee', { address: integrator, amount: '6' }, 50, 'integrator fee'],
    ['a fee for another', { address: other, amount: '5' }, 50, 'integrator'],
    ['a fee that nobody asked for', { address: other, amount: '5' }, undefined, 'integrator'],
  ])('judges %s', (_case, fee, feeBips, problem) => {
    const asked = feeBips === undefined ? request : { ...request, integrator: { address: integrator, feeBips } }
    const verify = () => verifyQuote(quoteWith(fee), asked)
    if (problem === undefined) expect(verify).not.toThrow()
    else expect(verify).toThrow(problem)
  })
})
