import type { Logger } from '@tandem/service-kit'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WatcherObserver } from './chain/watcher-observer.ts'

/**
 * The watcher's reports about itself, in logs and metrics. Endpoints appear by place and host: a URL may hold a key.
 *
 * @param onStored told when a step has stored events, or changed orders.
 */
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
    ofEndpoints: (chain) => ({
      answered(provider, question, tookMs) {
        metrics.rpcSeconds.observe({ chain, provider, question }, tookMs / 1_000)
        metrics.providerUp.set({ chain, provider }, 1)
        // An alert looks for an increase, and a series that begins with its first event shows none.
        for (const alerted of ['wrong_data', 'contradicted'])
          metrics.rpcErrors.inc({ chain, provider, class: alerted }, 0)
      },
      failed(provider, question, fault, words) {
        metrics.rpcErrors.inc({ chain, provider, class: fault })
        if (fault !== 'absent') metrics.providerUp.set({ chain, provider }, 0)
        logger.warn('watcher.provider_failed', { chain, provider, question, class: fault, error: words })
      },
      contradicted(provider, question) {
        metrics.rpcErrors.inc({ chain, provider, class: 'contradicted' })
        logger.warn('watcher.provider_contradicted', { chain, provider, question })
      },
      decided: (question, kind) => metrics.beliefs.inc({ chain, question, kind }),
    }),
    subscribed: (chain, isUp) => metrics.subscription.set({ chain }, isUp ? 1 : 0),
    looked: (chain) => metrics.lastLook.set({ chain }, Date.now() / 1_000),
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
  const turned = new Counter({
    name: 'tandem_watcher_deadlines_turned_total',
    help: 'Orders whose status a deadline changed, or gave back after a reorg.',
    labelNames: ['chain'],
    registers,
  })
  const reorgs = new Histogram({
    name: 'tandem_watcher_reorg_depth_blocks',
    help: 'Blocks taken back by a reorg.',
    labelNames: ['chain'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const subscription = new Gauge({
    name: 'tandem_watcher_head_subscription_up',
    help: '1 while a WebSocket announces the heads; 0 while the chain is only polled.',
    labelNames: ['chain'],
    registers,
  })
  const lastLook = new Gauge({
    name: 'tandem_watcher_last_look_timestamp_seconds',
    help: 'When the chain was last read without an error.',
    labelNames: ['chain'],
    registers,
  })
  return {
    ...endpointMetrics(registry),
    leading,
    head,
    cursor,
    lag,
    headTime,
    events,
    turned,
    reorgs,
    subscription,
    lastLook,
  }
}

function endpointMetrics(registry: Registry) {
  const registers = [registry]
  const rpcErrors = new Counter({
    name: 'tandem_watcher_rpc_errors_total',
    help: 'What an endpoint did wrong. contradicted: a majority of the endpoints says something else.',
    labelNames: ['chain', 'provider', 'class'],
    registers,
  })
  const beliefs = new Counter({
    name: 'tandem_watcher_beliefs_total',
    help: 'Questions about a chain, by how they ended: single, agreed, proven, disputed or waiting.',
    labelNames: ['chain', 'question', 'kind'],
    registers,
  })
  const rpcSeconds = new Histogram({
    name: 'tandem_watcher_rpc_duration_seconds',
    help: 'Time of one question to an endpoint, with all of its requests.',
    labelNames: ['chain', 'provider', 'question'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const providerUp = new Gauge({
    name: 'tandem_watcher_provider_up',
    help: '1 while the endpoint answers; 0 after it failed.',
    labelNames: ['chain', 'provider'],
    registers,
  })
  return { rpcErrors, beliefs, rpcSeconds, providerUp }
}

/** viem's full messages hold the endpoint's URL. */
const messageOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'shortMessage' in error) return String(error.shortMessage)
  return error instanceof Error ? error.message : String(error)
}
