import { describe, expect, it } from '@jest/globals'
import { lossOf, sourceStateOf } from './source-state.ts'

const seen = (state: 'missing' | 'open' | 'claimed' | 'cancelled', prefund = 0n) =>
  sourceStateOf({ latest: { state }, prefund })

describe('sourceStateOf', () => {
  it('says what the chain shows', () => {
    expect(sourceStateOf(undefined)).toBe('unknown')
    expect(seen('missing')).toBe('empty')
    expect(seen('missing', 1n)).toBe('sent')
    expect(seen('open')).toBe('funded')
    expect([seen('claimed'), seen('cancelled')]).toEqual(['over', 'over'])
  })
})

describe('lossOf', () => {
  const loss = (over: Partial<Parameters<typeof lossOf>[0]>) =>
    lossOf({ state: 'empty', secretOrigin: 'stored', fundableUntil: 0, now: 100, ...over })

  it('never lets a funded swap go whose only secret is in this browser', () => {
    expect([loss({ state: 'funded' }), loss({ state: 'sent' })]).toEqual([null, null])
    expect([loss({ state: 'funded', secretOrigin: undefined })]).toEqual([null])
  })

  it('lets no swap go while its chain does not say whether it is funded', () => {
    expect(loss({ state: 'unknown', secretOrigin: 'wallet' })).toBeNull()
  })

  it('says what is lost otherwise', () => {
    expect(loss({ state: 'funded', secretOrigin: 'wallet' })).toBe('search')
    expect([loss({ fundableUntil: 101 }), loss({ fundableUntil: 100 })]).toEqual(['signature', 'nothing'])
    expect(loss({ state: 'over', fundableUntil: 101 })).toBe('nothing')
  })
})
