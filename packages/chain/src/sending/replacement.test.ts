import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { beating, type Fees, firstFees, isReplacement } from './fees.ts'
import { type Answer, nextFees, type Offers, replacementFees, withOffer } from './replacement.ts'

const multiple = 4n

const gwei = 10n ** 9n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({ maxFeePerGas, maxPriorityFeePerGas })
const inGwei = (maxFee: bigint, tip: bigint): Fees => fees(maxFee * gwei, tip * gwei)
const honest = inGwei(20n, 2n)
/** The offer after this many replacements. When there is no higher offer to make, the last one is repeated. */
function offerAfter(rounds: number, first: Fees, market: Fees): Fees {
  let offer = first
  for (let round = 0; round < rounds; round += 1) offer = replacementFees(offer, market, multiple) ?? offer
  return offer
}

describe('replacementFees', () => {
  it.each<[string, Fees, Fees, Fees | undefined]>([
    ['an eighth more where the market asks no more', honest, honest, fees(22_500_000_001n, 2_250_000_001n)],
    ['at once the market', inGwei(1n, 1n), honest, honest],
    ['up to four times the market', inGwei(71n, 7n), honest, fees(79_875_000_001n, 7_875_000_001n)],
    ['nothing where the price is above that', inGwei(72n, 2n), honest, undefined],
    ['nothing where the tip is', inGwei(20n, 8n), honest, undefined],
    ['nothing to a market that has fallen', inGwei(20n, 2n), inGwei(4n, 2n), undefined],
  ])('is %s', (_case, previous, market, expected) => {
    expect(replacementFees(previous, market, multiple)).toEqual(expected)
  })

  it('follows a market that asks more than the offer, with room above it, though the tip is high already', () => {
    const market = inGwei(100n, 2n)
    const offer = replacementFees(inGwei(80n, 8n), market, multiple) as Fees
    expect(offer).toEqual(fees(200n * gwei, 9n * gwei + 1n))
    // The market's price has to rise beyond the offer's before the tip is raised again.
    expect(replacementFees(offer, inGwei(200n, 2n), multiple)).toBeUndefined()
  })

  it('never is above four times the market', () => {
    const offer = offerAfter(1_000, honest, honest)
    expect([offer.maxFeePerGas <= 80n * gwei, offer.maxPriorityFeePerGas <= 8n * gwei]).toEqual([true, true])
    expect(replacementFees(offer, honest, multiple)).toBeUndefined()
  })
})

describe('nextFees', () => {
  const raised = beating(honest)
  const most = inGwei(79n, 7n)
  const low = inGwei(10n, 1n)
  it.each<[string, { latest: Fees; answer: Answer; taken?: Fees }, Fees]>([
    ['pays more after an offer that was taken', { latest: honest, answer: 'taken', taken: honest }, raised],
    ['pays more after one that was refused', { latest: honest, answer: 'refused' }, raised],
    ['stays at the most that is offered', { latest: most, answer: 'taken', taken: most }, most],
    ['goes back to what was taken once the most is refused', { latest: most, answer: 'refused', taken: low }, low],
    ['goes back to the market where nothing was taken', { latest: most, answer: 'refused' }, honest],
    ['goes back to what was taken after no answer', { latest: raised, answer: 'none', taken: honest }, honest],
    [
      'goes back to that price where the account cannot pay',
      { latest: raised, answer: 'unpayable', taken: honest },
      { ...honest, maxPriorityFeePerGas: raised.maxPriorityFeePerGas },
    ],
    [
      'goes back to the market’s price where the account cannot pay what was taken',
      { latest: most, answer: 'unpayable', taken: most },
      inGwei(20n, 7n),
    ],
    [
      'goes back to the market’s price where the account cannot pay, and nothing was taken',
      { latest: most, answer: 'unpayable' },
      inGwei(20n, 7n),
    ],
    ['follows the market after no answer', { latest: low, answer: 'none', taken: low }, honest],
    ['is the market’s after no answer to the first one', { latest: most, answer: 'none' }, honest],
  ])('%s', (_case, { latest, answer, taken }, expected) => {
    expect(nextFees({ latest, answer, taken, top: latest }, honest, multiple)).toEqual(expected)
  })
})

describe('replacementFees of any offer', () => {
  const price = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const anyFees = fc.tuple(price, price).map(([one, other]) => (one > other ? fees(one, other) : fees(other, one)))
  it('replaces it, and may be mined: the price covers the tip', () => {
    fc.assert(
      fc.property(anyFees, anyFees, (previous, asked) => {
        const next = replacementFees(previous, asked, multiple)
        if (next === undefined) return
        expect(isReplacement(previous, next)).toBe(true)
        expect(next.maxFeePerGas).toBeGreaterThanOrEqual(next.maxPriorityFeePerGas)
      }),
    )
  })

  it('is there while the market asks more: no offer that cannot be mined is repeated for ever', () => {
    fc.assert(
      fc.property(anyFees, anyFees, (previous, asked) => {
        fc.pre(previous.maxFeePerGas < asked.maxFeePerGas)
        expect(replacementFees(previous, asked, multiple)?.maxFeePerGas).toBeGreaterThanOrEqual(asked.maxFeePerGas)
      }),
    )
  })

  it('has a price within four times the market’s, and the tip', () => {
    fc.assert(
      fc.property(anyFees, anyFees, (previous, asked) => {
        const next = replacementFees(previous, asked, multiple)
        if (next === undefined) return
        const bound = multiple * (asked.maxFeePerGas > 10n ** 8n ? asked.maxFeePerGas : 10n ** 8n)
        expect(next.maxFeePerGas).toBeLessThanOrEqual(bound + next.maxPriorityFeePerGas)
      }),
    )
  })

  it('ends where nothing is mined', () => {
    const asked = firstFees({ baseFeePerGas: 10n * gwei, recentTips: [3n * gwei], minTip: 1n, maxTip: 100n * gwei })
    const first = asked
    const last = Array.from({ length: 100 }).reduce<Fees>((offer) => replacementFees(offer, asked, 10n) ?? offer, first)
    expect(replacementFees(last, asked, 10n)).toBeUndefined()
    expect(last.maxFeePerGas).toBeLessThanOrEqual(233n * gwei)
    expect(last.maxPriorityFeePerGas).toBeLessThanOrEqual(30n * gwei)
  })

  it('raises a tip of nothing on a chain that asks for none: nodes demand a higher one', () => {
    const asked = firstFees({ baseFeePerGas: gwei, recentTips: [0n], minTip: 0n, maxTip: 50n * gwei })
    expect(replacementFees(asked, asked, 10n)?.maxPriorityFeePerGas).toBe(1n)
  })
})

describe('withOffer', () => {
  const offers = (...past: [Fees, Answer][]) =>
    past.reduce<Offers | undefined>((before, [offer, answer]) => withOffer(before, offer, answer), undefined)

  it('remembers the last offer that was taken, and the highest of each field', () => {
    const seen = offers([inGwei(9n, 1n), 'taken'], [inGwei(8n, 2n), 'refused'], [inGwei(7n, 1n), 'none'])
    expect(seen).toEqual({ latest: inGwei(7n, 1n), answer: 'none', taken: inGwei(9n, 1n), top: inGwei(9n, 2n) })
  })

  it('counts no offer that the account cannot pay: the market is offered next, not an eighth more', () => {
    const seen = offers([inGwei(900n, 2n), 'unpayable'])
    expect(seen?.top).toBeUndefined()
    expect(seen && nextFees(seen, honest, multiple)).toEqual(honest)
  })
})
