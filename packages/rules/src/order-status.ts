/** The states of an order, in the order in which a swap passes them. Meaning: docs/lifecycle.md. */
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

/** Nothing more is expected. A reorg or a late deposit may still reopen an order: see docs/lifecycle.md. */
export const finalStatuses: readonly OrderStatus[] = ['completed', 'cancelled', 'expired', 'conflict']

/** Every other status: the order may still cost or bring money. */
export const openStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => !finalStatuses.includes(status))

/** The states of one side. `cancellable`: created, unclaimed, and `cancel_after` has passed. */
export const intentStatuses = ['awaiting', 'created', 'claimed', 'cancellable', 'cancelled', 'expired'] as const
export type IntentStatus = (typeof intentStatuses)[number]

export const isFinal = (status: OrderStatus): boolean => finalStatuses.includes(status)
