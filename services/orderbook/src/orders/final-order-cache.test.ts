import { describe, expect, it } from '@jest/globals'
import type { ChangeFeed } from '../events/ports.ts'
import { makeFinalOrderCache } from './final-order-cache.ts'

function fakeFeed() {
  let listener: Parameters<ChangeFeed['onChanges']>[0] = () => {}
  const feed: ChangeFeed = {
    onChanges: (given) => {
      listener = given
      return () => {}
    },
  }
  return { feed, announce: (changed: ReadonlySet<string> | 'unknown') => listener(changed) }
}

const body = '{}'

describe('makeFinalOrderCache', () => {
  it('answers what was kept, until the order changes', () => {
    const { feed, announce } = fakeFeed()
    const cache = makeFinalOrderCache(feed, 10)
    cache.reading()('a', body)
    cache.reading()('b', body)
    announce(new Set(['a']))
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, expect.objectContaining({ body, bytes: 2 })])
  })

  it('forgets everything when changes may have been missed', () => {
    const { feed, announce } = fakeFeed()
    const cache = makeFinalOrderCache(feed, 10)
    cache.reading()('a', body)
    announce('unknown')
    expect(cache.get('a')).toBeUndefined()
  })

  it('does not keep what was read before a change', () => {
    const { feed, announce } = fakeFeed()
    const cache = makeFinalOrderCache(feed, 10)
    const keep = cache.reading()
    announce(new Set(['a']))
    keep('a', body)
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops the oldest beyond its capacity', () => {
    const cache = makeFinalOrderCache(fakeFeed().feed, 2)
    for (const id of ['a', 'b', 'c']) cache.reading()(id, body)
    expect(['a', 'b', 'c'].map((id) => cache.get(id) !== undefined)).toEqual([false, true, true])
  })
})
