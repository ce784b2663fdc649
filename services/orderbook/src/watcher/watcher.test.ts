import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { networkWire } from '../../test/support/network.ts'
import { makeWatcher, type WatcherDeps } from './watcher.ts'
import type { WatcherObserver } from './watcher-observer.ts'

const [chain = ''] = networkWire.chains.map((one) => one.chain)

/** A watcher of one chain, whose database answers nothing, and what became of its leads. */
function watch(tryToLead: WatcherDeps['tryToLead']) {
  const leads: boolean[] = []
  const reads = { count: 0, onRead: () => {} }
  const observer = {
    leads: (_chain: string, isLeading: boolean) => void leads.push(isLeading),
    ofEndpoints: () => ({}),
    ofChain: () => ({}),
    failed: () => undefined,
    polled: () => undefined,
    subscribed: () => undefined,
  } as unknown as WatcherObserver
  const watcher = makeWatcher({
    network: networkSchema.parse(networkWire),
    rpcUrls: { [chain]: ['http://127.0.0.1:1'] },
    observer,
    tryToLead,
    now: Date.now,
    requestTimeoutMs: 1_000,
    maxAheadSecs: 1,
    pollMs: 1,
    storeOf: () =>
      ({
        cursor: async () => {
          reads.count += 1
          reads.onRead()
          throw new Error('no database')
        },
      }) as unknown as ReturnType<WatcherDeps['storeOf']>,
  })
  return { watcher, leads, reads }
}

/** A promise that the test settles. */
function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('makeWatcher', () => {
  it('reads a chain as long as it leads it, and gives the lead back', async () => {
    const lost = signalled()
    const released = signalled()
    const { watcher, leads, reads } = watch(async () => ({
      lost: lost.promise,
      release: async () => released.resolve(),
    }))
    // The lead is lost at the third reading, so that the twentieth would be far too many.
    reads.onRead = () => {
      if (reads.count === 3) lost.resolve()
      if (reads.count === 20) released.resolve()
    }
    watcher.start()
    await released.promise
    await watcher.stop()
    expect(leads).toEqual([true, false])
    expect(reads.count).toBeLessThan(5)
  })

  it('reads no chain that another process leads', async () => {
    const tried = signalled()
    const { watcher, leads, reads } = watch(async () => {
      tried.resolve()
      return undefined
    })
    watcher.start()
    await tried.promise
    await watcher.stop()
    expect([leads, reads.count]).toEqual([[], 0])
  })
})
