import { finalStatuses } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'

type Kept = Pick<SwapView, 'phase' | 'step'> & {
  state: Pick<SwapView['state'], 'secretOrigin'>
  order: Pick<NonNullable<SwapView['order']>, 'status'> | undefined
}

/**
 * Where the secret of a swap can be found again: `wallet`, or `browser` alone.
 *
 * When the orderbook calls an order final, the note of a wallet ends: open orders alone are restored, and that wallet
 * makes the secret at any time. A secret in this browser alone needs more: its data must stay until the chains have
 * shown the end of the run.
 *
 * @returns `null` where nothing is left to restore.
 */
export function secretKeeper({ phase, step, order, state }: Kept): 'wallet' | 'browser' | null {
  // A swap that is paid and not settled stays in the list: a bridge may still have to deliver.
  const isOver = phase === 'over' && step !== 'settling'
  if (state.secretOrigin !== 'wallet') return isOver ? null : 'browser'
  const isFinal = order !== undefined && finalStatuses.includes(order.status)
  return isOver || isFinal ? null : 'wallet'
}
