/** Meaning: docs/lifecycle.md. */
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

/** A deep reorg or a late deposit reopens these. */
export const finalStatuses: readonly OrderStatus[] = ['completed', 'cancelled', 'expired', 'conflict']

export const openStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => !finalStatuses.includes(status))

/** `cancellable`: created, unclaimed, past `cancel_after`. */
export const intentStatuses = ['awaiting', 'created', 'claimed', 'cancellable', 'cancelled', 'expired'] as const
export type IntentStatus = (typeof intentStatuses)[number]

export const isFinal = (status: OrderStatus): boolean => finalStatuses.includes(status)
