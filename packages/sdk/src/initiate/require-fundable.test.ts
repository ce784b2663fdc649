import { describe, expect, it } from '@jest/globals'
import type { Order } from '../client/types.ts'
import { requireFundable, requireTime } from './require-fundable.ts'

const chain = (over: object = {}) => ({ chain: 'a', chain_id: 1, registry_address: null, ...over })
const chains = {
  source: chain({ confirmations: 5, block_time_ms: 2000 }),
  destination: chain({ confirmations: 10, block_time_ms: 1000, claim_safety_secs: 300 }),
}
/**
 * 10 s until the source is at depth, 30 s for the maker, 10 s until the destination is at depth, and 300 s to reveal.
 */
const windowSecs = 350
const deadline = 100_000
const order = (over: object = {}) =>
  ({
    status: 'created',
    source_intent: { cancel_after: deadline + 400 },
    destination_intent: { cancel_after: deadline },
    initiate_by: null,
    fill_by: null,
    ...over,
  }) as Order
const codeOf = (given: Order, now: number, on: Parameters<typeof requireFundable>[1] = chains): string | undefined =>
  fundable(given, on, now)
const fundable = (...given: Parameters<typeof requireFundable>): string | undefined => {
  try {
    requireFundable(...given)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('requireFundable', () => {
  it.each([
    ['the last second in which it can be filled', order(), deadline - windowSecs - 1, undefined],
    ['too little time to fill it', order(), deadline - windowSecs, 'TOO_LATE'],
    ['the last second of the destination', order(), deadline - 1, 'TOO_LATE'],
    ['a destination whose time is over', order(), deadline, 'ORDER_EXPIRED'],
    ['984 s after that', order(), deadline + 984, 'ORDER_EXPIRED'],
    ['an order that expired by the orderbook', order({ status: 'expired' }), 0, 'ORDER_EXPIRED'],
    ['no time for the source to be mined while the maker is bound', order({ initiate_by: 500 }), 491, 'TOO_LATE'],
    ['just enough time for that', order({ initiate_by: 500 }), 490, undefined],
    ['no time for the source to stand at its depth', order({ fill_by: 500 }), 460, 'TOO_LATE'],
    ['just enough time for that', order({ fill_by: 500 }), 459, undefined],
  ])('%s', (_case, given, now, code) => {
    expect(codeOf(given, now)).toBe(code)
  })

  it('takes the largest depth, and 25 minutes for a tag', () => {
    const source = chain({
      confirmations: 5,
      block_time_ms: 1000,
      confirmation_steps: [{ from_usd: 1000, confirmations: 60 }],
    })
    const tagged = chain({ confirmations: 5, finality_tag: 'finalized', claim_safety_secs: 0 })
    expect(codeOf(order(), deadline - 60 - 30, { source, destination: chain() })).toBe('TOO_LATE')
    expect(codeOf(order(), deadline - 60 - 31, { source, destination: chain() })).toBeUndefined()
    expect(codeOf(order(), deadline - 1530, { source: chain(), destination: tagged })).toBe('TOO_LATE')
  })

  it('leaves a maker the time to claim by the clock of the source chain, which may be ahead', () => {
    const terms = { confirmations: 5, block_time_ms: 1000, fitted_windows: { reveal_secs: 60, claim_secs: 300 } }
    const fitted = { source: chain(terms), destination: chain(terms), valueUsd: 1 }
    // The margin between the deadlines is 400 s, and 310 s are needed. The application's clock may be wrong by up to
    // 900 s.
    expect(fundable(order(), fitted, 50_000, 50_000 - 990)).toBeUndefined()
    expect(fundable(order(), fitted, 50_000, 50_000 - 991)).toBe('TOO_LATE')
    expect(fundable(order({ source_intent: { cancel_after: deadline + 309 } }), fitted, 50_000, 50_000)).toBe(
      'TOO_LATE',
    )
    const fixed = { source: chain(), destination: chain() }
    expect(fundable(order(), fixed, 50_000, 50_000 - 1299)).toBeUndefined()
    expect(fundable(order(), fixed, 50_000, 50_000 - 1300)).toBe('TOO_LATE')
  })

  it('says what to pin where the worth is not known', () => {
    const deep = chain({
      confirmations: 5,
      block_time_ms: 1000,
      confirmation_steps: [{ from_usd: 1, confirmations: 900 }],
    })
    const given = order({ fill_by: 780 })
    expect(() => requireFundable(given, { source: deep, destination: chain() }, 0)).toThrow(
      'pin decimals and usd_price',
    )
    expect(() => requireFundable(given, { source: deep, destination: chain(), valueUsd: 1 }, 0)).toThrow(
      'left to fill the order: nothing',
    )
  })

  it('gives a small swap the depth of its worth: its times are made for that', () => {
    const source = chain({
      confirmations: 30,
      block_time_ms: 2000,
      confirmation_steps: [{ from_usd: 10_000, confirmations: 900 }],
    })
    const given = order({ fill_by: 780, initiate_by: 660 })
    expect(codeOf(given, 0, { source, destination: chain(), valueUsd: 100 })).toBeUndefined()
    expect(codeOf(given, 0, { source, destination: chain(), valueUsd: 10_000 })).toBe('TOO_LATE')
    expect(codeOf(given, 0, { source, destination: chain() })).toBe('TOO_LATE')
  })
})

describe('requireTime', () => {
  const check = (chainTime: number, own: number) => {
    try {
      requireTime(order(), chains, { chain: chainTime, own })
      return undefined
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  it.each([
    ['both clocks leave time', 50_000, 50_000, undefined],
    ['the order is over by both', deadline, deadline, 'ORDER_EXPIRED'],
    ['the order is over by the chain alone', deadline, deadline - 2_000, 'ORDER_EXPIRED'],
    ['the order is over by a clock that is 20 minutes ahead', deadline - 1_200, deadline, 'CLOCK_SKEWED'],
    ['the order is over by a clock that may be right', deadline - 800, deadline, 'ORDER_EXPIRED'],
    ['a clock that is hours behind leaves no margin', 50_000, 40_000, 'CLOCK_SKEWED'],
  ])('%s', (_case, chainTime, own, code) => {
    expect(check(chainTime, own)).toBe(code)
  })
})
