import type { OrderStatus } from '@tandem/contracts'
import { en } from '../strings/en.ts'

type Tone = 'good' | 'wait' | 'bad' | 'accent'

export const tones: Record<OrderStatus, Tone> = {
  created: 'wait',
  source_initiated: 'accent',
  destination_initiated: 'accent',
  destination_claimed: 'good',
  bridging: 'accent',
  bridge_failed: 'bad',
  completed: 'good',
  refundable: 'wait',
  cancelled: 'accent',
  expired: 'wait',
  conflict: 'bad',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className="tandem-badge" data-tone={tones[status]}>
      {en.status[status]}
    </span>
  )
}
