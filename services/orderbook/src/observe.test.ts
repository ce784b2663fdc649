import { describe, expect, it } from '@jest/globals'
import type { Logger } from '@tandem/service-kit'
import { Registry } from 'prom-client'
import { makeObserve } from './observe.ts'
import { makeWatcherObserver } from './observe-watcher.ts'

const ignore = () => undefined
const logger: Logger = { error: ignore, warn: ignore, info: ignore, debug: ignore, child: () => logger }

describe('counters that alerts watch', () => {
  it('stand at 0 before the first webhook was given up', async () => {
    const registry = new Registry()
    makeObserve(logger, registry)
    expect(await registry.metrics()).toContain('orderbook_webhook_attempts_total{outcome="failed"} 0')
  })

  it('stand at 0 before the first reorg of a chain', async () => {
    const registry = new Registry()
    makeWatcherObserver(logger, registry).ofChain('devnet_a')
    const text = await registry.metrics()
    expect(text).toContain('tandem_watcher_reorg_depth_blocks_count{chain="devnet_a"} 0')
    expect(text).toContain('tandem_watcher_reorg_depth_blocks_bucket{le="8",chain="devnet_a"} 0')
  })

  it('stand at 0 before the first wrong answer of an endpoint', async () => {
    const registry = new Registry()
    makeWatcherObserver(logger, registry).ofProviders('devnet_a').isUp('0 rpc.example', true)
    expect(await registry.metrics()).toContain(
      'tandem_watcher_rpc_errors_total{chain="devnet_a",provider="0 rpc.example",class="wrong_data"} 0',
    )
  })
})
