import { useState } from 'react'
import type { CardWallet } from '../card-context.tsx'
import { type Recipient, recipientOf } from '../domain/recipient.ts'

/** Who is paid, and the field in which another address is given. */
export interface Payee {
  recipient: Recipient
  /** Whether the field is shown. */
  isOpen: boolean
  /** The wallet is a contract: the field stays. */
  isContract: boolean
  /** Opens the field, or closes and clears it; `undefined` where there is no choice. */
  toggle: (() => void) | undefined
  typed: string
  setTyped: (typed: string) => void
}

/** @param facts.isHop the recipient of a hop signs for it, so it is always the wallet's own address. */
export function usePayee(wallet: CardWallet | undefined, facts: { isContract: boolean; isHop: boolean }): Payee {
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const isContract = facts.isContract && !facts.isHop
  const isOpen = wallet !== undefined && !facts.isHop && (isContract || isWanted)
  const hasChoice = wallet !== undefined && !facts.isHop && !isContract
  const toggle = () => {
    setIsWanted(!isWanted)
    setTyped('')
  }
  return {
    recipient: recipientOf(isOpen ? typed : '', isContract ? undefined : wallet?.address),
    isOpen,
    isContract,
    toggle: hasChoice ? toggle : undefined,
    typed,
    setTyped,
  }
}
