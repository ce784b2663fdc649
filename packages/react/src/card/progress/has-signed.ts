import { isSendable } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'

/** Whether this browser keeps a signature that the relayer has not taken yet and can still use. */
export const hasSigned = ({ unsent }: SwapView['state']): boolean =>
  unsent !== undefined && isSendable(unsent, Math.floor(Date.now() / 1000))
