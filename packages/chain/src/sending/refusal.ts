import type { Answer } from './replacement.ts'

export const broadcastErrorClasses = {
  already_known: 'The node has these bytes: a success.',
  nonce_too_low: 'The nonce was used: perhaps by this very transaction. The receipts say.',
  underpriced: 'Another transaction at this nonce pays more, so a replacement must offer a higher fee.',
  fee_below_base: 'The offer is below the base fee, so no block can take it until that falls.',
  insufficient_funds: 'The signer cannot pay. Alarm; try again.',
  nonce_too_high: 'An earlier nonce is not visible to this node: it is sent again first.',
  ambiguous: 'It may have been taken. Poll, and send the same bytes again.',
} as const
export type BroadcastErrorClass = keyof typeof broadcastErrorClasses

/** How geth, anvil, erigon, nethermind and reth word their refusals. */
const patterns: readonly [RegExp, BroadcastErrorClass][] = [
  [/already known|known transaction|already imported|ALREADY_EXISTS|transaction already in/i, 'already_known'],
  [/nonce too low|nonce is too low|OldNonce|nonce .*less than/i, 'nonce_too_low'],
  [/replacement transaction underpriced|transaction underpriced|fee too low to replace/i, 'underpriced'],
  [/max fee per gas less than block base fee|fee cap less than|FeeTooLow|feecap/i, 'fee_below_base'],
  [/insufficient funds|InsufficientFunds/i, 'insufficient_funds'],
  [/nonce too high|nonce gap|NonceGap/i, 'nonce_too_high'],
]

const tellingMost: readonly BroadcastErrorClass[] = [
  ...(['already_known', 'underpriced', 'fee_below_base', 'insufficient_funds', 'nonce_too_low'] as const),
  ...(['ambiguous', 'nonce_too_high'] as const),
]

export function mostTelling<T extends { message: string | null }>(answers: readonly T[]): T | undefined {
  const rankOf = ({ message }: T) => (message === null ? -1 : tellingMost.indexOf(classifyBroadcastError(message)))
  return [...answers].sort((one, other) => rankOf(one) - rankOf(other))[0]
}

/** Says what an endpoint's refusal means. */
export const classifyBroadcastError = (message: string): BroadcastErrorClass =>
  patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'ambiguous'

/** Whether a refusal says that the offer is too low. */
export const paysTooLittle = (refusal: BroadcastErrorClass | null): boolean =>
  refusal === 'underpriced' || refusal === 'fee_below_base'

export function answerOf(refusal: BroadcastErrorClass | null): Answer {
  if (refusal === null || refusal === 'already_known') return 'taken'
  if (refusal === 'insufficient_funds') return 'unpayable'
  return refusal === 'nonce_too_high' ? 'none' : 'refused'
}
