import { useState } from 'react'
import type { CardWallet } from '../card-context.tsx'
import { type Recipient, recipientOf } from '../domain/recipient.ts'

/** Who is paid, and the state of the field for another address. */
export interface Payee {
  recipient: Recipient
  /** Whether the field for another address is shown. */
  isOpen: boolean
  /** Whether the wallet is a contract. Then an address has to be typed, and the field cannot be closed. */
  isContract: boolean
  /** Opens the field, or clears and closes it. It is `undefined` where the user has no choice. */
  toggle: (() => void) | undefined
  typed: string
  setTyped: (typed: string) => void
}

/** @param facts.isHop whether the route is a hop. Its recipient has to sign, so only the wallet's own address can be paid. */
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
