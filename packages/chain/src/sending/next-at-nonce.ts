import type { BroadcastErrorClass } from './refusal.ts'
import { wasLeftOut } from './was-left-out.ts'

/** The newest transaction that was signed for the nonce. */
export interface Newest {
  signedBlock: bigint | null
  sentAtMs: number | undefined
  /** Why the endpoints refused the last broadcast; null when one of them took it. */
  refusal: BroadcastErrorClass | null
}

/** What is known about a nonce and its transactions. `used` counts the nonces that a majority has seen used. */
export interface NonceFacts<R> {
  nonce: bigint
  newest: Newest | undefined
  receipt: R | undefined
  countedBlock: bigint
  used: bigint
  /** How many nonces were used in the newest confirmed block. */
  settled?: bigint | undefined
  isNext: boolean
  head: bigint | undefined
}

export interface Pace {
  blockTimeMs: number
  nowMs: number
  patienceMs?: number
}

export type Next<R> =
  /** One of our transactions is in a confirmed block. It may have been reverted. */
  | { type: 'mined'; receipt: R }
  /** Somebody else's transaction with this nonce is in a confirmed block. */
  | { type: 'lost' }
  | { type: 'settling' }
  /**
   * The nonce is used, but it is not known yet by which transaction. Read `settled` before the receipts, because an
   * endpoint may show a receipt later than the count.
   */
  | { type: 'used' }
  | { type: 'sign' }
  | { type: 'send' }
  /** A higher offer may be made: `nextOffer` (next-offer.ts) decides, by how much replacement.ts says. */
  | { type: 'replace'; isSendDue: boolean }
  | { type: 'wait' }

/** How long to wait before the same bytes are sent again, in milliseconds: nodes forget transactions. */
const sendAgainMs = 10_000

/** Decides what to do next at a nonce. Pure: the relayer and the solver read the facts, and carry out the decision. */
export function nextAtNonce<R extends { blockNumber: bigint }>(facts: NonceFacts<R>, pace: Pace): Next<R> {
  const { nonce, receipt, countedBlock, used, settled, newest } = facts
  if (receipt !== undefined)
    return receipt.blockNumber > countedBlock ? { type: 'settling' } : { type: 'mined', receipt }
  if (settled !== undefined && settled > nonce) return { type: 'lost' }
  if (used > nonce) return { type: settled === undefined ? 'used' : 'settling' }
  return newest === undefined ? { type: 'sign' } : dueFor(newest, facts, pace)
}

function dueFor(
  { signedBlock, sentAtMs, refusal }: Newest,
  { isNext, head }: Pick<NonceFacts<unknown>, 'isNext' | 'head'>,
  { blockTimeMs, nowMs, patienceMs }: Pace,
): Next<never> {
  if (sentAtMs === undefined) return { type: 'send' }
  // Some nodes keep only an account's very next transaction. This node had dropped ours as too early, and takes it now.
  if (isNext && refusal === 'nonce_too_high') return { type: 'send' }
  const sinceMs = nowMs - sentAtMs
  const isSendDue = sinceMs >= Math.max(sendAgainMs, 2 * blockTimeMs)
  const mayBeReplaced = isNext && head !== undefined && sinceMs >= blockTimeMs
  if (mayBeReplaced && wasLeftOut(signedBlock, head, blockTimeMs, patienceMs)) return { type: 'replace', isSendDue }
  return { type: isSendDue ? 'send' : 'wait' }
}
