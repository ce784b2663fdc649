import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { depthSecs, fillWindowSecs } from './fill-window.ts'
import {
  clockSlackSecs,
  fitCancelAfter,
  fixedCancelAfter,
  marginSecs,
  requiredMarginSecs,
  type WindowChain,
  type WindowRules,
  windowProblem,
} from './windows.ts'

const chain = (over: Partial<WindowChain> = {}): WindowChain => ({
  block_time_ms: 2_000,
  confirmations: 30,
  confirmation_steps: [{ from_usd: 10_000, confirmations: 300 }],
  finality_tag: null,
  claim_safety_secs: 120,
  source_cancel_after_secs: 86_400,
  dest_cancel_after_secs: 14_400,
  fitted_windows: { reveal_secs: 120, claim_secs: 300 },
  ...over,
})
const fixed = chain({ fitted_windows: null })
const rules = (over: Partial<WindowRules> = {}): WindowRules => ({
  source: chain(),
  destination: chain(),
  minMarginSecs: 43_200,
  worthUsd: 100,
  ...over,
})
const now = { source: 1_000_000, destination: 1_000_000 }
const fillBy = now.destination + 600

describe('requiredMarginSecs', () => {
  it.each<[string, Partial<WindowRules>, number]>([
    ['the depths of both chains and the time to claim', {}, 60 + 300 + 60],
    ['the depth of a larger worth', { worthUsd: 10_000 }, 600 + 300 + 600],
    ['the deepest where the worth is not known', { worthUsd: undefined }, 600 + 300 + 600],
    ['25 minutes for a chain with a finality tag', { source: chain({ finality_tag: 'finalized' }) }, 60 + 300 + 1_500],
    ['the network’s where the source is not fitted', { source: fixed }, 43_200],
    ['the network’s where the destination is not fitted', { destination: fixed }, 43_200],
  ])('is %s', (_case, over, expected) => {
    expect(requiredMarginSecs(rules(over))).toBe(expected)
  })
})

describe('fixedCancelAfter', () => {
  /**
   * With blocks of ten seconds, a margin is made 100 s longer, because it is checked later than
   * made.
   */
  const lives = (sourceLifeSecs: number, destLifeSecs: number, minMarginSecs: number) => ({
    source: chain({ block_time_ms: 10_000, source_cancel_after_secs: sourceLifeSecs }),
    destination: chain({ block_time_ms: 10_000, dest_cancel_after_secs: destLifeSecs }),
    minMarginSecs,
  })

  it('gives both sides their life when the clocks agree', () => {
    const locks = fixedCancelAfter({ source: 1_000, destination: 1_000 }, lives(43_200, 3_600, 21_600))
    expect(locks).toEqual({ source: 44_200, destination: 4_600 })
  })

  it('spares seconds for a second look at the clocks, where the lives differ by exactly the margin', () => {
    const locks = fixedCancelAfter({ source: 1_000, destination: 1_000 }, lives(25_200, 3_600, 21_600))
    expect(locks).toEqual({ source: 26_300, destination: 4_600 })
  })

  it('keeps the margin and both lives whatever the clocks say', () => {
    const time = fc.integer({ min: 0, max: 2 ** 33 })
    const secs = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(time, time, secs, secs, secs, (source, destination, sourceLifeSecs, destLifeSecs, minMarginSecs) => {
        const slackSecs = 100
        const locks = fixedCancelAfter({ source, destination }, lives(sourceLifeSecs, destLifeSecs, minMarginSecs))
        // Each time is measured by its chain's own clock.
        const left = locks.source - source - (locks.destination - destination)
        expect(left).toBeGreaterThanOrEqual(minMarginSecs)
        expect(locks.source - locks.destination).toBeGreaterThanOrEqual(minMarginSecs + slackSecs)
        expect(locks.source - source).toBeGreaterThanOrEqual(sourceLifeSecs)
        expect(locks.destination - destination).toBe(destLifeSecs)
      }),
    )
  })
})

describe('fitCancelAfter', () => {
  it('locks the money of a small swap between fast chains for minutes', () => {
    expect(fitCancelAfter(now, fillBy, rules())).toEqual({ destination: fillBy + 300, source: fillBy + 720 + 68 })
  })

  it('lets the source’s deadline give way where its clock is ahead', () => {
    const ahead = fitCancelAfter({ ...now, source: now.source + 50 }, fillBy, rules())
    expect(ahead).toEqual({ destination: fillBy + 300, source: fillBy + 770 + 68 })
    const behind = fitCancelAfter({ ...now, source: now.source - 50 }, fillBy, rules())
    expect(behind).toEqual({ destination: fillBy + 300, source: fillBy + 720 + 68 })
  })
})

describe('marginSecs', () => {
  it.each([
    ['both clocks agree', 0, 420],
    ['the source is ahead: its deadline comes earlier', 300, 120],
    ['the source is so far ahead that its deadline comes first', 500, -80],
    ['the destination is ahead, which may be mended', -300, 420],
  ])('counts by the clocks where %s', (_case, aheadSecs, left) => {
    const at = { source: now.source + aheadSecs, destination: now.destination }
    expect(marginSecs({ source: fillBy + 720, destination: fillBy + 300 }, at)).toBe(left)
  })
})

describe('clockSlackSecs', () => {
  it.each([
    ['fast chains', 2_000, 68],
    ['slow chains', 12_000, 108],
    ['chains with a block in ten minutes, where the tolerance bounds it', 600_000, 900],
  ])('is a minute and two blocks of each of %s', (_case, block_time_ms, secs) => {
    expect(clockSlackSecs(rules({ source: chain({ block_time_ms }), destination: chain({ block_time_ms }) }))).toBe(
      secs,
    )
  })
})

describe('windowProblem', () => {
  const fitted = fitCancelAfter(now, fillBy, rules())
  const tight = { ...fitted, source: fitted.destination + 420 }
  const life = { source: now.source + 86_400, destination: now.destination + 14_400 }
  it.each<
    [
      string,
      { source: number; destination: number },
      Partial<WindowRules & { fillBy: number | null; now: typeof now }>,
      string | undefined,
    ]
  >([
    ['fitted deadlines', fitted, {}, undefined],
    ['the longest lives of its chains', life, {}, undefined],
    ['the lives of chains that are not fitted', life, { source: fixed, destination: fixed }, undefined],
    ['a margin that is a second short', { ...tight, source: tight.source - 1 }, {}, 'outlive the destination by 420 s'],
    ['the least margin', tight, {}, undefined],
    ['a source chain that is a second ahead', tight, { now: { ...now, source: now.source + 1 } }, 'by the clocks'],
    [
      'clocks that differ by less than there is to spare',
      fitted,
      { now: { ...now, source: now.source + 68 } },
      undefined,
    ],
    [
      'a source chain that is ahead by all of the margin',
      life,
      { now: { ...now, source: now.source + 72_000 } },
      'outlive',
    ],
    ['a destination chain that is ahead', tight, { now: { ...now, destination: now.destination + 300 } }, undefined],
    ['the margin of a smaller worth', fitted, { worthUsd: 10_000 }, 'outlive the destination by 1500 s'],
    ['deadlines the wrong way round', { source: 1, destination: 2 }, {}, 'outlive'],
    ['fitted deadlines on chains that are not', fitted, { source: fixed, destination: fixed }, 'by 43200 s'],
    ['no time left for the secret', fitted, { fillBy: fitted.destination - 179 }, 'less than 180 s after fill_by'],
    ['no time to fill by', fitted, { fillBy: null }, undefined],
    [
      'a year for the user to choose in',
      { source: now.source + 32_000_000, destination: now.destination + 31_000_000 },
      {},
      'destination lives longer',
    ],
    ['a year for the user to wait', { ...fitted, source: now.source + 31_000_000 }, {}, 'source lives longer'],
    ['a deadline that is no number', { ...fitted, source: Number.NaN }, {}, 'not a whole number'],
    ['a margin that is missing', fitted, { minMarginSecs: Number.NaN }, 'not a whole number'],
    ['a deadline that is infinite', { source: Number.POSITIVE_INFINITY, destination: 1 }, {}, 'not a whole number'],
  ])('decides on %s', (_case, cancelAfter, over, problem) => {
    const found = windowProblem(cancelAfter, { ...rules(), fillBy, now, ...over })
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})

/** Chains that a network file may have, beside the bounds that concern a whole route. */
const chains = fc
  .record({
    block_time_ms: fc.integer({ min: 50, max: 15_000 }),
    confirmations: fc.integer({ min: 1, max: 100 }),
    steps: fc.array(
      fc.record({ from_usd: fc.integer({ min: 1, max: 10_000 }), more: fc.integer({ min: 1, max: 500 }) }),
      {
        maxLength: 3,
      },
    ),
    finality_tag: fc.constantFrom(null, null, 'safe' as const, 'finalized' as const),
    claim_safety_secs: fc.integer({ min: 1, max: 3_600 }),
    source_cancel_after_secs: fc.integer({ min: 600, max: 200_000 }),
    dest_cancel_after_secs: fc.integer({ min: 300, max: 50_000 }),
    fitted_windows: fc.option(
      fc.record({ reveal_secs: fc.integer({ min: 30, max: 3_600 }), claim_secs: fc.integer({ min: 120, max: 7_200 }) }),
    ),
  })
  .map(({ steps, finality_tag, confirmations, ...rest }): WindowChain => {
    const sums = steps.map((_step, index) => steps.slice(0, index + 1))
    return {
      ...rest,
      confirmations,
      finality_tag,
      confirmation_steps: sums.map((upTo) => ({
        from_usd: upTo.reduce((sum, step) => sum + step.from_usd, 0),
        confirmations: confirmations + upTo.reduce((sum, step) => sum + step.more, 0),
      })),
    }
  })

/** The bounds of a route, as the schema of the network file has them. */
const isInBounds = ({ source, destination, minMarginSecs }: WindowRules): boolean => {
  const deepest = { source, destination, minMarginSecs, worthUsd: undefined }
  const needed = fillWindowSecs(source, destination, undefined) + (destination.fitted_windows?.reveal_secs ?? 0)
  return (
    source.source_cancel_after_secs >= destination.dest_cancel_after_secs + minMarginSecs &&
    destination.dest_cancel_after_secs > needed &&
    requiredMarginSecs(deepest) + clockSlackSecs(deepest) <= minMarginSecs
  )
}
const routes = fc
  .record({
    source: chains,
    destination: chains,
    minMarginSecs: fc.integer({ min: 120, max: 100_000 }),
    worthUsd: fc.option(fc.integer({ min: 0, max: 40_000 }), { nil: undefined }),
  })
  .map((route) => ({
    ...route,
    // The lives are made longer, because most would be too short for what they must hold.
    destination: { ...route.destination, dest_cancel_after_secs: route.destination.dest_cancel_after_secs + 20_000 },
    source: { ...route.source, source_cancel_after_secs: route.source.source_cancel_after_secs + 300_000 },
    minMarginSecs: route.minMarginSecs + 30_000,
  }))
  .filter(isInBounds)
const times = fc.record({ source: fc.integer({ min: 0, max: 2 ** 33 }), skewSecs: fc.integer({ min: -600, max: 600 }) })

describe('on every network in bounds, for every worth', () => {
  it('deadlines that all parties take leave the maker time to claim, and the user time to reveal and to be refunded', () => {
    fc.assert(
      fc.property(
        routes,
        times,
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: -5_000, max: 200_000 }),
        fc.integer({ min: -5_000, max: 200_000 }),
        (route, { source, skewSecs }, fillSecs, lifeSecs, marginSecs) => {
          const at = { source, destination: source + skewSecs }
          const by = at.destination + fillSecs
          const named = { destination: by + lifeSecs, source: by + lifeSecs + marginSecs }
          if (windowProblem(named, { ...route, now: at, fillBy: by }) !== undefined) return
          const { worthUsd } = route
          // The secret leaves in the destination's last second, and the claim of the source is still mined in time.
          const left = Math.min(named.source - named.destination, named.source - named.destination + skewSecs)
          expect(left).toBeGreaterThanOrEqual(requiredMarginSecs(route))
          const { fitted_windows: terms } = route.source
          const standing = depthSecs(route.destination, worthUsd) + depthSecs(route.source, worthUsd)
          if (terms !== null && route.destination.fitted_windows !== null) {
            expect(left - standing).toBeGreaterThanOrEqual(terms.claim_secs)
            // A destination that is funded as late as agreed has its confirmations while the secret
            // may still leave.
            expect(by + depthSecs(route.destination, worthUsd)).toBeLessThanOrEqual(
              named.destination - route.destination.claim_safety_secs,
            )
          }
          // A party that does nothing is repaid within bounded time.
          expect(named.destination - at.destination).toBeLessThanOrEqual(route.destination.dest_cancel_after_secs + 900)
          const longest = route.source.source_cancel_after_secs + Math.max(0, skewSecs) + 2 * 900
          expect(named.source - at.source).toBeLessThanOrEqual(longest)
        },
      ),
      { numRuns: 700 },
    )
  })

  it('fitted deadlines are taken, never longer than the chains’, and leave half of the margin when the secret leaves', () => {
    fc.assert(
      fc.property(routes, times, fc.integer({ min: 0, max: 5_000 }), (route, { source, skewSecs }, userSecs) => {
        const { fitted_windows: from } = route.source
        const { fitted_windows: to } = route.destination
        fc.pre(from !== null && to !== null)
        const at = { source, destination: source + skewSecs }
        const { worthUsd } = route
        // This is the latest time that the life of the destination allows; the orderbook gives it
        // to the user.
        const room =
          route.destination.dest_cancel_after_secs - fillWindowSecs(route.source, route.destination, worthUsd)
        const by =
          at.destination + depthSecs(route.source, worthUsd) + Math.min(userSecs, room - (to?.reveal_secs ?? 0))
        const fitted = fitCancelAfter(at, by, route)
        expect(windowProblem(fitted, { ...route, now: at, fillBy: by })).toBeUndefined()
        expect(fitted.destination).toBeLessThanOrEqual(at.destination + route.destination.dest_cancel_after_secs)
        const revealedAt = fitted.destination - route.destination.claim_safety_secs
        const sourceTime = revealedAt - skewSecs
        // The deadlines are checked once more by a party whose clock differs by as much as there is
        // to spare.
        const slackSecs = clockSlackSecs(route)
        const later = { source: at.source + slackSecs, destination: at.destination }
        expect(windowProblem(fitted, { ...route, now: later, fillBy: by })).toBeUndefined()
        const half = Math.ceil(requiredMarginSecs(route) / 2)
        expect(fitted.source - sourceTime).toBeGreaterThanOrEqual(half)
        expect(revealedAt - by - depthSecs(route.destination, worthUsd)).toBe(to?.reveal_secs)
      }),
      { numRuns: 400 },
    )
  })

  it('no clocks make up for a margin: the maker has its time to claim once the destination is over, whichever is ahead', () => {
    const skews = fc.integer({ min: -100_000, max: 100_000 })
    const time = fc.integer({ min: 200_000, max: 2 ** 33 })
    const margins = fc.integer({ min: -5_000, max: 300_000 })
    fc.assert(
      fc.property(routes, time, skews, margins, (route, destination, skewSecs, offeredSecs) => {
        const at = { source: destination + skewSecs, destination }
        const by = destination + 600
        const end = by + 5_000
        const named = { destination: end, source: end + offeredSecs }
        if (windowProblem(named, { ...route, now: at, fillBy: by }) !== undefined) return
        // The secret leaves when the destination's clock shows its deadline; this is the time on the source's clock
        // then.
        const sourceTime = end + skewSecs
        expect(named.source - sourceTime).toBeGreaterThanOrEqual(requiredMarginSecs(route))
      }),
      { numRuns: 700 },
    )
  })
})
