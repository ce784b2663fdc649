import { describe, expect, it } from '@jest/globals'
import { AppError } from '@tandem/service-kit'
import type { EventPage } from '../work/ports.ts'
import { makeEventFeed } from './event-feed.ts'

/** An orderbook with these events, which are numbered from 1, two on a page. */
function orderbookWith(events: { order: string; type: string }[]) {
  const asked: number[] = []
  let oldest = 1
  return {
    asked,
    events,
    forgetBefore: (seq: number) => {
      oldest = seq
    },
    lastEventOf: async (order: string) => events.findLastIndex((event) => event.order === order) + 1,
    async listEvents(after: number): Promise<EventPage> {
      asked.push(after)
      if (after + 1 < oldest) throw new AppError('EVENTS_GONE', 'gone')
      const data = events.slice(after, after + 2).map(({ order, type }) => ({ order_id: order, type }))
      return { data, last_seq: after + data.length, has_more: after + data.length < events.length }
    },
  }
}
const changed = (order: string) => ({ order, type: 'order.status_changed' })

describe('the feed of events', () => {
  it('begins at the newest event of the order that it is given, and goes on where it ended', async () => {
    const orderbook = orderbookWith([changed('old'), changed('mine'), changed('other')])
    const feed = makeEventFeed(orderbook)
    expect(await feed.read('mine')).toEqual({ orderIds: ['other'], isNew: true })
    expect(await feed.read('mine')).toEqual({ orderIds: [], isNew: false })
    orderbook.events.push(changed('mine'), changed('old'), changed('mine'))
    expect(await feed.read('mine')).toEqual({ orderIds: ['mine', 'old'], isNew: false })
    expect(orderbook.asked).toEqual([2, 3, 3, 5])
  })

  it('tells of nothing that decides nothing', async () => {
    const orderbook = orderbookWith([changed('mine'), { order: 'other', type: 'order.fact_seen' }])
    expect((await makeEventFeed(orderbook).read('mine')).orderIds).toEqual([])
  })

  it('begins anew when the orderbook has deleted where it was', async () => {
    const orderbook = orderbookWith([changed('mine')])
    const feed = makeEventFeed(orderbook)
    await feed.read('mine')
    orderbook.events.push(...Array.from({ length: 5 }, () => changed('other')), changed('newest'))
    orderbook.forgetBefore(5)
    await expect(feed.read('mine')).rejects.toThrow('gone')
    expect(await feed.read('newest')).toEqual({ orderIds: [], isNew: true })
  })

  it('reads no more than twenty pages at once', async () => {
    const orderbook = orderbookWith(Array.from({ length: 100 }, () => changed('mine')))
    orderbook.lastEventOf = async () => 0
    const feed = makeEventFeed(orderbook)
    await feed.read('mine')
    expect(orderbook.asked).toHaveLength(20)
    await feed.read('mine')
    expect(orderbook.asked).toHaveLength(40)
  })
})
