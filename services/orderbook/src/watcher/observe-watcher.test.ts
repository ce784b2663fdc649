import { describe, expect, it } from '@jest/globals'
import type { Logger } from '@tandem/service-kit'
import { Registry } from 'prom-client'
import { makeWatcherObserver } from './observe-watcher.ts'

const ignore = () => undefined
const logger: Logger = { error: ignore, warn: ignore, info: ignore, debug: ignore, child: () => logger }

describe('counters that alerts watch', () => {
  it('stand at 0 before the first reorg of a chain', async () => {
    const registry = new Registry()
    makeWatcherObserver(logger, registry, ignore).ofChain('devnet_a')
    const text = await registry.metrics()
    expect(text).toContain('tandem_watcher_reorg_depth_blocks_count{chain="devnet_a"} 0')
    expect(text).toContain('tandem_watcher_reorg_depth_blocks_bucket{le="8",chain="devnet_a"} 0')
  })
})

describe('the watcher', () => {
  it('tells of the steps that stored something, and of no others', () => {
    let stored = 0
    const onStored = () => {
      stored += 1
    }
    const { stepped } = makeWatcherObserver(logger, new Registry(), onStored).ofChain('devnet_a')
    const place = { number: 7n, hash: `0x${'7'.repeat(64)}`, timestamp: 7 } as const
    type Step = Parameters<typeof stepped>[0]
    const step = { head: place, to: place, events: [] } as unknown as Step
    stepped(step, [])
    expect(stored).toBe(0)
    stepped({ ...step, events: [{ kind: 'created' }] } as unknown as Step, [])
    stepped(step, ['an order'])
    expect(stored).toBe(2)
  })
})
