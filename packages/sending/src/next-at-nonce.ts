import { wasPassedBy } from './pace.ts'
import type { BroadcastErrorClass } from './refusal.ts'

/** The newest transaction that was signed for a nonce. */
export interface Newest {
  /** The newest block when it was signed; null of old rows. */
  signedBlock: bigint | null
  /** When it was sent last, milliseconds; undefined before. */
  sentAtMs: number | undefined
  /** The endpoints' answer to that; null when one of them took it. */
  refusal: BroadcastErrorClass | null
}

/** Everything that is believed of a nonce, by the agreement of the endpoints. */
export interface NonceFacts<R> {
  nonce: bigint
  /** Undefined while nothing is signed. */
  newest: Newest | undefined
  /** Of a transaction that we signed for the nonce. */
  receipt: R | undefined
  /** The highest block that no reorg takes back. */
  countedBlock: bigint
  /** How many nonces of the account the latest block counts as used. */
  used: bigint
  /** The same at the counted block; undefined when it was not asked for. */
  settled?: bigint | undefined
  /** Whether an endpoint says that every nonce before is used, and this one is not. */
  isNext: boolean
  /** The newest block; undefined when it was not asked for. It decides only over the next nonce. */
  head: bigint | undefined
}

export interface Pace {
  blockTimeMs: number
  nowMs: number
  /** How long a transaction is given, in blocks of the chain's usual time, before a better offer replaces it. */
  patienceMs?: number
}

export type Next<R> =
  /** One of our transactions is mined beyond the reach of reorgs, successful or reverted. */
  | { type: 'mined'; receipt: R }
  /** Used beyond the reach of reorgs by a transaction that is not ours. */
  | { type: 'lost' }
  /** Used, and a reorg may take that back: nothing is sent. */
  | { type: 'settling' }
  /**
   * Used, as far as is known by none of ours. Read `settled`, then the receipts once more, and ask again: a receipt may be
   * later than the count, and what is used at depth has left one, if it is ours.
   */
  | { type: 'used' }
  /** Nothing is signed: sign the call, or a transfer of nothing that fills the gap where the call is not wanted any more. */
  | { type: 'sign' }
  /** Send the newest bytes, for the first time or again. */
  | { type: 'send' }
  /** Make a better offer (`nextOffer`). Where there is none, the past one is sent again if that is due. */
  | { type: 'replace'; isSendDue: boolean }
  | { type: 'wait' }

/** Nodes forget transactions: the same bytes are sent again after so long. */
const sendAgainMs = 10_000

/** Decides what to do next at a nonce. */
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
  // Some nodes keep nothing for a nonce that is not the next one.
  if (isNext && refusal === 'nonce_too_high') return { type: 'send' }
  const sinceMs = nowMs - sentAtMs
  const isSendDue = sinceMs >= Math.max(sendAgainMs, 2 * blockTimeMs)
  // A better offer helps no transaction that waits behind another, or that was sent within this block.
  const mayBeReplaced = isNext && head !== undefined && sinceMs >= blockTimeMs
  if (mayBeReplaced && wasPassedBy(signedBlock, head, blockTimeMs, patienceMs)) return { type: 'replace', isSendDue }
  return { type: isSendDue ? 'send' : 'wait' }
}
