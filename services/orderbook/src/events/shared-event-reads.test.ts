import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { makeSharedEventReads } from './shared-event-reads.ts'

it('four streams that are far behind read at once, the others wait, and those that ask for the same share the answer', async () => {
  const reads: (() => void)[] = []
  let running = 0
  let most = 0
  const read = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => reads.push(resolve))
    running -= 1
    return []
  }
  const shared = makeSharedEventReads({ listAll: read, listOfOrder: read })
  const all = Promise.all(
    Array.from({ length: 100 }, (_, stream) => shared({ orderId: undefined, after: stream % 10, limit: 500 })),
  )
  let ended = 0
  for (; ended < 10; ended += 1) {
    while (reads.length <= ended) await nextTurn()
    reads[ended]?.()
  }
  await all
  expect([most, reads.length]).toEqual([4, 10])
})
