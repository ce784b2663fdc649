import { type Logger, makeObserveEndpoints } from '@tandem/service-kit'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WatcherObserver } from './watcher-observer.ts'

/** @param onStored called when events were stored or orders have changed. */
export function makeWatcherObserver(
  logger: Logger,
  registry: Registry,
  onStored: () => void,
): WatcherObserver & { databaseFailed(error: unknown): void } {
  const metrics = watcherMetrics(registry)
  return {
    leads(chain, isLeading) {
      metrics.leading.set({ chain }, isLeading ? 1 : 0)
      logger.info(isLeading ? 'watcher.leading' : 'watcher.resigned', { chain })
    },
    ofEndpoints: makeObserveEndpoints(logger, registry),
    subscribed: (chain, isUp) => metrics.subscription.set({ chain }, isUp ? 1 : 0),
    polled: (chain) => metrics.lastPoll.set({ chain }, Date.now() / 1_000),
    failed: (chain, error) => logger.error('watcher.failed', { chain, error: messageOf(error) }),
    databaseFailed: (error) => logger.warn('watcher.database_failed', { error: messageOf(error) }),
    ofChain: (chain) => {
      metrics.reorgs.zero({ chain })
      return {
        stepped(step, changedOrders) {
          if (step.events.length > 0 || changedOrders.length > 0) onStored()
          metrics.head.set({ chain }, Number(step.head.number))
          metrics.headTime.set({ chain }, step.head.timestamp)
          metrics.cursor.set({ chain }, Number(step.to.number))
          metrics.lag.set({ chain }, Number(step.head.number - step.to.number))
          for (const { kind } of step.events) metrics.events.inc({ chain, kind })
          if (changedOrders.length > 0)
            logger.info('watcher.projected', { chain, block_number: Number(step.to.number), order_ids: changedOrders })
        },
        turned(changedOrders) {
          metrics.turned.inc({ chain }, changedOrders.length)
          logger.info('watcher.deadlines_turned', { chain, orders: changedOrders.length })
        },
        reorged(depth) {
          metrics.reorgs.observe({ chain }, depth)
          logger.warn('watcher.reorged', { chain, depth })
        },
      }
    },
  }
}

function watcherMetrics(registry: Registry) {
  const registers = [registry]
  const leading = new Gauge({
    name: 'tandem_watcher_leading',
    help: '1 while this process is the one that watches the chain. The other watchers stand by.',
    labelNames: ['chain'],
    registers,
  })
  const head = new Gauge({
    name: 'tandem_watcher_head_block',
    help: 'The latest block of the chain.',
    labelNames: ['chain'],
    registers,
  })
  const cursor = new Gauge({
    name: 'tandem_watcher_cursor_block',
    help: 'The last block whose events are stored.',
    labelNames: ['chain'],
    registers,
  })
  const lag = new Gauge({
    name: 'tandem_watcher_lag_blocks',
    help: 'Blocks from the last one whose events are stored to the latest block of the chain.',
    labelNames: ['chain'],
    registers,
  })
  const headTime = new Gauge({
    name: 'tandem_watcher_head_timestamp_seconds',
    help: 'The time of the chain’s latest block, in unix seconds.',
    labelNames: ['chain'],
    registers,
  })
  const events = new Counter({
    name: 'tandem_watcher_events_total',
    help: 'Events of escrows that were stored.',
    labelNames: ['chain', 'kind'],
    registers,
  })
  const turned = new Counter({
    name: 'tandem_watcher_deadlines_turned_total',
    help: 'Orders whose status changed because a deadline passed, or changed back because a reorg undid that.',
    labelNames: ['chain'],
    registers,
  })
  const reorgs = new Histogram({
    name: 'tandem_watcher_reorg_depth_blocks',
    help: 'How many blocks a reorg took back.',
    labelNames: ['chain'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const subscription = new Gauge({
    name: 'tandem_watcher_head_subscription_up',
    help: '1 while a WebSocket announces new blocks; 0 while the chain is only polled.',
    labelNames: ['chain'],
    registers,
  })
  const lastPoll = new Gauge({
    name: 'tandem_watcher_last_poll_timestamp_seconds',
    help: 'When the chain was last read without an error, in unix seconds.',
    labelNames: ['chain'],
    registers,
  })
  return {
    leading,
    head,
    cursor,
    lag,
    headTime,
    events,
    turned,
    reorgs,
    subscription,
    lastPoll,
  }
}

/** The short message of an error: viem's full messages contain the endpoint's URL. */
const messageOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'shortMessage' in error) return String(error.shortMessage)
  return error instanceof Error ? error.message : String(error)
}
