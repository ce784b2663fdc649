import type { Logger } from '@tandem/service-kit'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WatcherObserver } from './chain/watcher.ts'

/** What the watcher says of itself, in logs and metrics. Endpoints appear by host: the rest of a URL may be a key. */
export function makeWatcherObserver(
  logger: Logger,
  registry: Registry,
): WatcherObserver & { databaseFailed(error: unknown): void } {
  const registers = [registry]
  const leading = new Gauge({
    name: 'tandem_watcher_leading',
    help: '1 while this process leads the chain.',
    labelNames: ['chain'],
    registers,
  })
  const head = new Gauge({
    name: 'tandem_watcher_head_block',
    help: 'Latest block of the chain.',
    labelNames: ['chain'],
    registers,
  })
  const cursor = new Gauge({
    name: 'tandem_watcher_cursor_block',
    help: 'Last block whose events are stored.',
    labelNames: ['chain'],
    registers,
  })
  const lag = new Gauge({
    name: 'tandem_watcher_lag_blocks',
    help: 'Blocks between the two.',
    labelNames: ['chain'],
    registers,
  })
  const headTime = new Gauge({
    name: 'tandem_watcher_head_timestamp_seconds',
    help: 'Time of the latest block.',
    labelNames: ['chain'],
    registers,
  })
  const events = new Counter({
    name: 'tandem_watcher_events_total',
    help: 'Escrow events stored.',
    labelNames: ['chain', 'kind'],
    registers,
  })
  const reorgs = new Histogram({
    name: 'tandem_watcher_reorg_depth_blocks',
    help: 'Blocks taken back by a reorg.',
    labelNames: ['chain'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const failures = new Counter({
    name: 'tandem_watcher_provider_failures_total',
    help: 'Steps that an endpoint failed.',
    labelNames: ['chain', 'provider'],
    registers,
  })
  return {
    leads(chain, isLeading) {
      leading.set({ chain }, isLeading ? 1 : 0)
      logger.info(isLeading ? 'watcher.leading' : 'watcher.resigned', { chain })
    },
    providerFailed(chain, provider, error) {
      failures.inc({ chain, provider })
      logger.warn('watcher.provider_failed', { chain, provider, error: messageOf(error) })
    },
    failed: (chain, error) => logger.error('watcher.failed', { chain, error: messageOf(error) }),
    databaseFailed: (error) => logger.warn('watcher.database_failed', { error: messageOf(error) }),
    ofChain: (chain) => ({
      stepped(step, changedOrders) {
        head.set({ chain }, Number(step.head.number))
        headTime.set({ chain }, step.head.timestamp)
        cursor.set({ chain }, Number(step.to.number))
        lag.set({ chain }, Number(step.head.number - step.to.number))
        for (const { kind } of step.events) events.inc({ chain, kind })
        if (changedOrders.length > 0)
          logger.info('watcher.projected', { chain, block_number: Number(step.to.number), order_ids: changedOrders })
      },
      reorged(depth) {
        reorgs.observe({ chain }, depth)
        logger.warn('watcher.reorged', { chain, depth })
      },
    }),
  }
}

/** viem's full messages hold the endpoint's URL. */
const messageOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'shortMessage' in error) return String(error.shortMessage)
  return error instanceof Error ? error.message : String(error)
}
