import { describe, expect, it } from '@jest/globals'
import { lossOf, sourceSeenOf } from './source-seen.ts'

const seen = (state: 'missing' | 'open' | 'claimed' | 'cancelled', prefund = 0n) =>
  sourceSeenOf({ latest: { state }, prefund })

describe('sourceSeenOf', () => {
  it('says what the chain shows', () => {
    expect(sourceSeenOf(undefined)).toBe('unknown')
    expect(seen('missing')).toBe('empty')
    expect(seen('missing', 1n)).toBe('sent')
    expect(seen('open')).toBe('funded')
    expect([seen('claimed'), seen('cancelled')]).toEqual(['over', 'over'])
  })
})

describe('lossOf', () => {
  const loss = (over: Partial<Parameters<typeof lossOf>[0]>) =>
    lossOf({ seen: 'empty', secretOrigin: 'stored', fundableUntil: 0, now: 100, ...over })

  it('never lets a funded swap go whose only secret is in this browser', () => {
    expect([loss({ seen: 'funded' }), loss({ seen: 'sent' })]).toEqual([null, null])
    expect([loss({ seen: 'funded', secretOrigin: undefined })]).toEqual([null])
  })

  it('lets no swap go while its chain does not say whether it is funded', () => {
    expect(loss({ seen: 'unknown', secretOrigin: 'wallet' })).toBeNull()
  })

  it('says what is lost otherwise', () => {
    expect(loss({ seen: 'funded', secretOrigin: 'wallet' })).toBe('search')
    expect([loss({ fundableUntil: 101 }), loss({ fundableUntil: 100 })]).toEqual(['signature', 'nothing'])
    expect(loss({ seen: 'over', fundableUntil: 101 })).toBe('nothing')
  })
})
