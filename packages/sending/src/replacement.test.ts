import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { beating, type Fees, isReplacement } from './fees.ts'
import { type Market, marketOf, withTipUpTo } from './market.ts'
import { type Answer, nextFees, type Offers, replacementFees, withOffer } from './replacement.ts'

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
      'goes back to the market’s price where the account cannot pay, and nothing was taken',
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

describe('replacementFees of any offer', () => {
  const price = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const anyFees = fc.tuple(price, price).map(([one, other]) => (one > other ? fees(one, other) : fees(other, one)))
  const market = fc
    .record({ agreed: anyFees, more: anyFees, mostTip: price })
    .map(({ agreed, more, mostTip }): Market => {
      const [maxFee, tip] = [
        agreed.maxFeePerGas + more.maxFeePerGas,
        agreed.maxPriorityFeePerGas + more.maxPriorityFeePerGas,
      ]
      return { agreed, highest: fees(maxFee, tip), mostTip }
    })

  it('replaces it, and may be mined: the price covers the tip', () => {
    fc.assert(
      fc.property(anyFees, market, (previous, asked) => {
        const next = replacementFees(previous, asked)
        if (next === undefined) return
        expect(isReplacement(previous, next)).toBe(true)
        expect(next.maxFeePerGas).toBeGreaterThanOrEqual(next.maxPriorityFeePerGas)
      }),
    )
  })

  it('is there while the agreed price is above it: no offer that cannot be mined is repeated for ever', () => {
    fc.assert(
      fc.property(anyFees, market, (previous, asked) => {
        fc.pre(previous.maxFeePerGas < asked.agreed.maxFeePerGas)
        expect(replacementFees(previous, asked)?.maxFeePerGas).toBeGreaterThanOrEqual(asked.agreed.maxFeePerGas)
      }),
    )
  })

  it('has a price within four times the agreed one, or the highest that is said, and the tip', () => {
    fc.assert(
      fc.property(anyFees, market, (previous, asked) => {
        const next = replacementFees(previous, asked)
        if (next === undefined) return
        const [agreed, highest] = [4n * asked.agreed.maxFeePerGas, (asked.highest.maxFeePerGas * 9n) / 8n + 2n]
        const bound = [agreed, highest, 4n * 10n ** 8n].reduce((a, b) => (a > b ? a : b))
        expect(next.maxFeePerGas).toBeLessThanOrEqual(bound + next.maxPriorityFeePerGas)
      }),
    )
  })

  it('ends where nothing is mined', () => {
    const asked = marketOf({ baseFeePerGas: 10n * gwei, recentTips: [3n * gwei], leastTip: 1n, mostTip: 100n * gwei })
    const first = asked.agreed
    const last = Array.from({ length: 100 }).reduce<Fees>((offer) => replacementFees(offer, asked, 10n) ?? offer, first)
    expect(replacementFees(last, asked, 10n)).toBeUndefined()
    expect(last.maxFeePerGas).toBeLessThanOrEqual(233n * gwei)
    expect(last.maxPriorityFeePerGas).toBeLessThanOrEqual(30n * gwei)
  })

  it('raises a tip of nothing on a chain that asks for none: nodes demand a higher one', () => {
    const asked = marketOf({ baseFeePerGas: gwei, recentTips: [0n], leastTip: 0n, mostTip: 50n * gwei })
    expect(replacementFees(asked.agreed, asked, 10n)?.maxPriorityFeePerGas).toBe(1n)
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
    expect(seen && nextFees(seen, told(honest))).toEqual(honest)
  })
})
