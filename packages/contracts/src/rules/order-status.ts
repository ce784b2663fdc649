/** The statuses of an order; docs/lifecycle.md says what each means. */
export const orderStatuses = [
  'created',
  'source_initiated',
  'destination_initiated',
  'destination_claimed',
  'bridging',
  'bridge_failed',
  'completed',
  'refundable',
  'cancelled',
  'expired',
  'conflict',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Statuses in which nothing more is expected. A deep reorganization or a late deposit opens such an order again. */
export const finalStatuses: readonly OrderStatus[] = ['completed', 'cancelled', 'expired', 'conflict']

/** Statuses in which something is still expected. */
export const openStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => !finalStatuses.includes(status))

/** The statuses of one escrow of an order. A `cancellable` one was created, is unclaimed, and is past its `cancel_after`. */
export const intentStatuses = ['awaiting', 'created', 'claimed', 'cancellable', 'cancelled', 'expired'] as const
export type IntentStatus = (typeof intentStatuses)[number]

export const isFinal = (status: OrderStatus): boolean => finalStatuses.includes(status)
