import { isSendable } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'

/** Whether this browser keeps what the wallet signed, and the relayer may still take it. */
export const hasSigned = ({ unsent }: SwapView['state']): boolean =>
  unsent !== undefined && isSendable(unsent, Math.floor(Date.now() / 1000))
