import { wasPassedBy } from './pace.ts'
import type { BroadcastErrorClass } from './refusal.ts'

export interface Newest {
  signedBlock: bigint | null
  sentAtMs: number | undefined
  /** Null when an endpoint took it. */
  refusal: BroadcastErrorClass | null
}

export interface NonceFacts<R> {
  nonce: bigint
  newest: Newest | undefined
  receipt: R | undefined
  countedBlock: bigint
  used: bigint
  /** `used` at the counted block. */
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
  /** Ours, at depth; perhaps reverted. */
  | { type: 'mined'; receipt: R }
  /** Another's, at depth. */
  | { type: 'lost' }
  | { type: 'settling' }
  /** Read `settled`, then the receipts, which may come later than the count. */
  | { type: 'used' }
  | { type: 'sign' }
  | { type: 'send' }
  /** By `nextOffer`. */
  | { type: 'replace'; isSendDue: boolean }
  | { type: 'wait' }

/** Nodes forget transactions. */
const sendAgainMs = 10_000

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
  // Some nodes keep only the next nonce.
  if (isNext && refusal === 'nonce_too_high') return { type: 'send' }
  const sinceMs = nowMs - sentAtMs
  const isSendDue = sinceMs >= Math.max(sendAgainMs, 2 * blockTimeMs)
  const mayBeReplaced = isNext && head !== undefined && sinceMs >= blockTimeMs
  if (mayBeReplaced && wasPassedBy(signedBlock, head, blockTimeMs, patienceMs)) return { type: 'replace', isSendDue }
  return { type: isSendDue ? 'send' : 'wait' }
}
