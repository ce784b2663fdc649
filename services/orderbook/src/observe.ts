import type { Logger } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import type { NewOrder } from './usecases/ports.ts'

/** What the service says of itself, in logs and metrics. One named call per event. */
export type Observe = {
  orderCreated(order: NewOrder): void
  maintenanceFailed(error: unknown): void
}

export function makeObserve(logger: Logger, registry: Registry): Observe {
  const ordersCreated = new Counter({
    name: 'orderbook_orders_created_total',
    help: 'Orders created, by chains',
    labelNames: ['source_chain', 'dest_chain'],
    registers: [registry],
  })
  return {
    orderCreated: ({ orderId, source, destination }) => {
      ordersCreated.inc({ source_chain: source.chain, dest_chain: destination.chain })
      logger.info('order.created', {
        order_id: orderId,
        source_asset: source.asset,
        dest_asset: destination.asset,
        source_swap_id: source.swapId,
        dest_swap_id: destination.swapId,
      })
    },
    maintenanceFailed: (error) => logger.error('maintenance.failed', { error }),
  }
}
