import { describe, expect, it } from '@jest/globals'
import {
  type Answer,
  beating,
  type Fees,
  largerOf,
  type Market,
  nextFees,
  replacementFees,
  withTipUpTo,
} from './replacement-fees.ts'

const gwei = 10n ** 9n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({ maxFeePerGas, maxPriorityFeePerGas })
const inGwei = (maxFee: bigint, tip: bigint): Fees => fees(maxFee * gwei, tip * gwei)
const honest = inGwei(20n, 2n)
const nothing = fees(0n, 0n)
const told = (agreed: Fees, highest = agreed): Market => ({ agreed, highest, mostTip: 20n * gwei })
const absurd = fees(10n ** 20n, 10n ** 20n)

/** The offer after so many replacements; the last one is made again where there is no higher one. */
function offerAfter(rounds: number, first: Fees, market: Market): Fees {
  let offer = first
  for (let round = 0; round < rounds; round += 1) offer = replacementFees(offer, market) ?? offer
  return offer
}

describe('replacementFees', () => {
  it.each<[string, Fees, Market, Fees | undefined]>([
    ['an eighth more where the endpoints say no more', honest, told(honest), fees(22_500_000_001n, 2_250_000_001n)],
    ['at once what two endpoints say', inGwei(1n, 1n), told(honest), honest],
    ['at most twice as much towards what one alone says', honest, told(honest, absurd), inGwei(40n, 4n)],
    ['up to four times the market', inGwei(71n, 7n), told(honest), fees(79_875_000_001n, 7_875_000_001n)],
    ['nothing where the price is above that', inGwei(72n, 2n), told(honest), undefined],
    ['nothing where the tip is', inGwei(20n, 8n), told(honest), undefined],
    ['nothing to a market that has fallen', inGwei(20n, 2n), told(inGwei(4n, 2n)), undefined],
  ])('is %s', (_case, previous, market, expected) => {
    expect(replacementFees(previous, market)).toEqual(expected)
  })

  it('follows a market that asks more than the offer, with room above it, though the tip is high already', () => {
    const market = told(inGwei(100n, 2n))
    const offer = replacementFees(inGwei(80n, 8n), market) as Fees
    expect(offer).toEqual(fees(200n * gwei, 9n * gwei + 1n))
    // Its price has to rise beyond that before the tip does again.
    expect(replacementFees(offer, told(inGwei(200n, 2n)))).toBeUndefined()
  })

  it('reaches what the honest one of two says in nine rounds, where the other says that inclusion is free', () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = offerAfter(9, nothing, told(nothing, honest))
    expect([maxFeePerGas >= honest.maxFeePerGas, maxPriorityFeePerGas >= honest.maxPriorityFeePerGas]).toEqual([
      true,
      true,
    ])
  })

  it('follows a price that one alone says, though the tip is high already, and no further than the chain’s tips are believed', () => {
    const market = told(nothing, inGwei(122n, 2n))
    expect(replacementFees(inGwei(80n, 8n), market)).toEqual(fees(122n * gwei, 9n * gwei + 1n))
    expect(replacementFees(inGwei(80n, 79n), market)).toBeUndefined()
  })

  it.each<[string, Fees, Market]>([
    ['the market', honest, told(honest)],
    ['what the honest one of two says', nothing, told(nothing, honest)],
  ])('never is above four times %s', (_case, first, market) => {
    const offer = offerAfter(1_000, first, market)
    expect([offer.maxFeePerGas <= 80n * gwei, offer.maxPriorityFeePerGas <= 8n * gwei]).toEqual([true, true])
    expect(replacementFees(offer, market)).toBeUndefined()
  })
})

describe('nextFees', () => {
  const market = told(honest)
  const raised = beating(honest)
  const most = inGwei(79n, 7n)
  const low = inGwei(10n, 1n)
  it.each<[string, { latest: Fees; answer: Answer; taken?: Fees; top?: Fees }, Market | undefined, Fees]>([
    ['pays more after an offer that was taken', { latest: honest, answer: 'taken', taken: honest }, market, raised],
    ['pays more after one that was refused', { latest: honest, answer: 'refused' }, market, raised],
    [
      'stays the same while the market cannot be read',
      { latest: honest, answer: 'taken', taken: honest },
      undefined,
      honest,
    ],
    ['stays at the most that is offered', { latest: most, answer: 'taken', taken: most }, market, most],
    [
      'goes back to what was taken once the most is refused',
      { latest: most, answer: 'refused', taken: low },
      market,
      low,
    ],
    ['goes back to the market where nothing was taken', { latest: most, answer: 'refused' }, market, honest],
    ['goes back to what was taken after no answer', { latest: raised, answer: 'none', taken: honest }, market, honest],
    [
      'goes back to that price where the account cannot pay',
      { latest: raised, answer: 'unpayable', taken: honest },
      market,
      { ...honest, maxPriorityFeePerGas: raised.maxPriorityFeePerGas },
    ],
    [
      'goes back to the market’s price where the account cannot pay what was taken',
      { latest: most, answer: 'unpayable', taken: most },
      market,
      inGwei(20n, 7n),
    ],
    [
      'keeps the tip that it has come to where the account cannot pay',
      { latest: most, answer: 'unpayable' },
      market,
      inGwei(20n, 7n),
    ],
    [
      'goes back to the market’s price where one alone says that the account cannot pay it',
      { latest: most, answer: 'disputed' },
      market,
      inGwei(20n, 7n),
    ],
    [
      'rises from its highest where one says so of the least one',
      { latest: inGwei(20n, 7n), answer: 'disputed', top: inGwei(40n, 5n) },
      market,
      fees(45n * gwei + 1n, 7_875_000_001n),
    ],
    [
      'rises from the least one where the highest is above the most',
      { latest: inGwei(10n, 2n), answer: 'disputed', top: inGwei(400n, 2n) },
      told(inGwei(10n, 2n)),
      fees(11_250_000_001n, 2_250_000_001n),
    ],
    ['does so where the market cannot be read', { latest: raised, answer: 'none', taken: honest }, undefined, honest],
    ['follows the market after no answer', { latest: low, answer: 'none', taken: low }, market, honest],
    ['is the market’s after no answer to the first one', { latest: most, answer: 'none' }, market, honest],
    ['is the first one again where nothing can be read', { latest: honest, answer: 'none' }, undefined, honest],
  ])('%s', (_case, { latest, answer, taken, top = latest }, asked, expected) => {
    expect(nextFees({ latest, answer, taken, top }, asked)).toEqual(expected)
  })

  it('pays no more after an hour without an answer', () => {
    let latest = beating(honest)
    for (let round = 0; round < 240; round += 1)
      latest = nextFees({ latest, answer: 'none', taken: honest, top: latest }, undefined)
    expect(latest).toEqual(honest)
  })
})

describe('withTipUpTo', () => {
  it.each([
    ['a tip that is believed', inGwei(22n, 2n), inGwei(22n, 2n)],
    ['one that is not', inGwei(1_020n, 1_000n), inGwei(40n, 20n)],
  ])('%s', (_case, said, expected) => {
    expect(withTipUpTo(20n * gwei, said)).toEqual(expected)
  })
})

it('takes the larger one of each field', () => {
  expect(largerOf(inGwei(3n, 1n), inGwei(2n, 2n))).toEqual(inGwei(3n, 2n))
})
