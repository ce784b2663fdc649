/** What the button of the form says: what is missing, or that the swap can start. Only with `swap` can it be pressed. */
export type SubmitState =
  | 'connect'
  | 'type'
  | 'change'
  | 'short'
  | 'recipient'
  | 'price'
  | 'refused'
  | 'wait'
  | 'starting'
  | 'swap'

export interface SubmitFacts {
  hasWallet: boolean
  isTyped: boolean
  /** Whether the typed text is no amount that this route takes. */
  isWrong: boolean
  /** Whether the wallet has less than the amount. */
  isShort: boolean
  /** Whether it is known which address is paid. */
  hasRecipient: boolean
  price: 'asked' | 'here' | 'refused'
  /** Whether it is known how the wallet can pay. */
  hasPath: boolean
  isStarting: boolean
}

/** Returns the first thing that is missing before the swap can start. */
export function submitStateOf(facts: SubmitFacts): SubmitState {
  if (facts.isStarting) return 'starting'
  if (!facts.hasWallet) return 'connect'
  if (!facts.isTyped) return 'type'
  if (facts.isWrong) return 'change'
  if (facts.isShort) return 'short'
  if (!facts.hasRecipient) return 'recipient'
  if (facts.price !== 'here') return facts.price === 'asked' ? 'price' : 'refused'
  return facts.hasPath ? 'swap' : 'wait'
}
