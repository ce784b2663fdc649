import { describe, expect, it } from '@jest/globals'
import type { MakerFact } from '@tandem/contracts'
import { decimalScale } from '../../domain/decimal.ts'
import { allowanceOf, countedFills, type Exposure, mayTake } from './allowance.ts'

const day = 86_400
const start = 20_000 * day
const countedTo = { b: start + 365 * day }

function fact(fillBy: number, createdAt: number | null): MakerFact {
  return {
    maker_quote: { message: { initiate_by: fillBy - 120, fill_by: fillBy } },
    source: { created_at: fillBy - 200 },
    destination: { chain: 'b', created_at: createdAt, depth_secs: 0 },
    halted: false,
  } as unknown as MakerFact
}
const filled = (at: number) => fact(at + 60, at)
const faded = (at: number) => fact(at, null)
const times = <T>(count: number, of: (nth: number) => T) => Array.from({ length: count }, (_, nth) => of(nth))

describe('countedFills', () => {
  it.each<[string, MakerFact[], number]>([
    ['nothing', [], 0],
    ['one', [filled(start)], 1],
    ['five of a day with a hundred', times(100, (nth) => filled(start + nth)), 5],
    ['days one by one', times(12, (nth) => filled(start + nth * day)), 12],
    ['five of each of ten full days', times(100, (nth) => filled(start + nth * (day / 10))), 50],
    ['none before a fade', [filled(start), filled(start + day), faded(start + 2 * day)], 0],
    ['those after a fade', [filled(start), faded(start + day), filled(start + 2 * day)], 1],
    ['whatever their order', [filled(start + 2 * day), faded(start + day), filled(start)], 1],
    ['no order that a halt excuses', [{ ...faded(start), halted: true }, filled(start - day)], 1],
    [
      'no source that came too late',
      [{ ...faded(start), source: { created_at: start } } as MakerFact, filled(start - day)],
      1,
    ],
  ])('counts %s', (_name, facts, counted) => {
    expect(countedFills(facts, countedTo)).toBe(counted)
  })

  it('counts nothing that is still pending', () => {
    expect(countedFills([faded(start + day), filled(start)], { b: start })).toBe(1)
  })
})

describe('allowanceOf', () => {
  it.each([
    [0, 0, 1, 100n, false],
    [0, 1, 1, 120n, false],
    [0, 10, 2, 300n, false],
    [0, 49, 5, 1_080n, false],
    [0, 50, 6, null, true],
    [0, 150, 16, null, true],
    [1, 0, 0, 0n, false],
    [1, 150, 0, 0n, false],
  ])(
    'with %s strikes and %s counted fills is %s orders of %s US dollars',
    (strikes, counted, orders, usd, isProven) => {
      const expected = { orders, usd: usd === null ? null : usd * decimalScale, isProven }
      expect(allowanceOf({ strikes, counted })).toEqual(expected)
    },
  )
})

describe('mayTake', () => {
  const usd = (amount: number) => BigInt(amount) * decimalScale
  const exposed = (settled: number, atRisk: number, orders = 0, open = 0): Exposure => ({
    ...{ settled, atRisk },
    ofMaker: () => ({ orders, usd: usd(open) }),
  })
  const [fresh, grown, proven, struck] = [
    allowanceOf({ strikes: 0, counted: 0 }),
    allowanceOf({ strikes: 0, counted: 10 }),
    allowanceOf({ strikes: 0, counted: 50 }),
    allowanceOf({ strikes: 1, counted: 50 }),
  ] as const

  it.each<[string, ReturnType<typeof allowanceOf>, number, boolean, Exposure, boolean]>([
    ['within everything', fresh, 100, true, exposed(200, 0), true],
    ['a cent above its allowance', fresh, 101, true, exposed(200, 0), false],
    ['while its one order is open', fresh, 1, true, exposed(200, 0, 1, 1), false],
    ['beside an open order, within both', grown, 100, true, exposed(200, 0, 1, 200), true],
    ['beside an open order, above both', grown, 101, true, exposed(200, 0, 1, 200), false],
    ['where too few orders were settled', fresh, 1, true, exposed(199, 0), false],
    ['where newcomers risk all they may', fresh, 1, true, exposed(399, 1), false],
    ['where one more may be risked', fresh, 1, true, exposed(400, 1), true],
    ['where nobody else quotes', fresh, 100, false, exposed(0, 9), true],
    ['where nobody else quotes, above its allowance', fresh, 101, false, exposed(0, 0), false],
    ['proven, of any worth, beside any risk', proven, 1_000_000, true, exposed(0, 9, 5, 9_000_000), true],
    ['proven, with all its orders unfilled', proven, 1, true, exposed(0, 0, 6), false],
    ['after a strike', struck, 1, false, exposed(10_000, 0), false],
  ])('%s', (_name, allowance, worth, hasOthers, exposure, may) => {
    expect(mayTake(allowance, { makerId: 'open-1', worth: usd(worth), hasOthers }, exposure)).toBe(may)
  })
})
