/** The act that the swap card's button names. Only `swap` can be pressed. */
export type Act =
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

export interface ActFacts {
  hasWallet: boolean
  isTyped: boolean
  /** The amount cannot be swapped. */
  isWrong: boolean
  /** The wallet has less. */
  isShort: boolean
  /** It is known who is paid. */
  hasRecipient: boolean
  price: 'asked' | 'here' | 'refused'
  /** Whether it is known how the wallet can pay. */
  hasWay: boolean
  isStarting: boolean
}

/** The next thing that is missing before a swap can start. */
export function nextAct(facts: ActFacts): Act {
  if (facts.isStarting) return 'starting'
  if (!facts.hasWallet) return 'connect'
  if (!facts.isTyped) return 'type'
  if (facts.isWrong) return 'change'
  if (facts.isShort) return 'short'
  if (!facts.hasRecipient) return 'recipient'
  if (facts.price !== 'here') return facts.price === 'asked' ? 'price' : 'refused'
  return facts.hasWay ? 'swap' : 'wait'
}
