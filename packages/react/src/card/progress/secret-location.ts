import { finalStatuses } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'

type Kept = Pick<SwapView, 'phase' | 'step'> & {
  state: Pick<SwapView['state'], 'secretOrigin'>
  order: Pick<NonNullable<SwapView['order']>, 'status'> | undefined
}

/**
 * Returns where the secret of a swap can be found again: `wallet` when the wallet can make it again, `browser` when only this
 * browser has it, and `null` when it is needed no more.
 *
 * A wallet's secret counts as needed until the orderbook says that the order is final. If that is a lie, nothing is lost: the
 * wallet can make the secret at any time. A secret that only this browser has must stay until the chains have shown the end.
 */
export function secretLocation({ phase, step, order, state }: Kept): 'wallet' | 'browser' | null {
  // A hop that was paid is `settling` even when its run is over: the bridge may still have to deliver.
  const isOver = phase === 'over' && step !== 'settling'
  if (state.secretOrigin !== 'wallet') return isOver ? null : 'browser'
  const isFinal = order !== undefined && finalStatuses.includes(order.status)
  return isOver || isFinal ? null : 'wallet'
}
