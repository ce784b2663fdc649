import type { Logger } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import { receiptOf } from './domain/order.ts'
import type { NewOrder } from './ports.ts'

/** @returns a function to call for each created order. It counts and logs the order. */
export function observeOrders(logger: Logger, registry: Registry): (order: NewOrder) => void {
  const ordersCreated = new Counter({
    name: 'orderbook_orders_created_total',
    help: 'Orders that were created.',
    labelNames: ['source_chain', 'dest_chain'],
    registers: [registry],
  })
  return (order) => {
    const { orderId, source, destination } = order
    const receipt = receiptOf(order)
    ordersCreated.inc({ source_chain: source.chain, dest_chain: receipt.chain })
    logger.info('order.created', {
      order_id: orderId,
      source_asset: source.asset,
      dest_asset: receipt.asset,
      source_swap_id: source.swapId,
      dest_swap_id: destination.swapId,
    })
  }
}
