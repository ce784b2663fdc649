import type { SwapView } from '@tandem/react'
import { isSendable } from '@tandem/sdk'

/** Whether this browser keeps what the wallet signed, and the relayer may still take it. */
export const hasSigned = ({ unsent }: SwapView['state']): boolean =>
  unsent !== undefined && isSendable(unsent, Math.floor(Date.now() / 1000))
