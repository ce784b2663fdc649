import type { Purpose } from './request.ts'

/**
 * A nonce's state follows from its row, its members and its attempts, so no two of them can disagree. Each event is one guarded
 * statement, or one transaction that locks what decides it. docs/nonces.md is made from this table.
 */

export const nonceStates = {
  assigned: 'Assigned to a request, or to those of a batch; nothing is signed.',
  signed: 'Signed bytes are stored, encrypted; nothing has left.',
  broadcast: 'A transaction may have left. Its calldata counts as public, and it is tracked until it is confirmed.',
  abandoned: 'Assigned to no request any more. Bytes that never left are deleted; bytes that left may still be mined.',
  filling: 'A gap-filling transaction is signed, so that later nonces do not wait.',
  confirmed: 'One of its transactions is at confirmation depth, successful or reverted.',
  filled: 'The gap-filling transaction is at confirmation depth.',
  taken: 'At confirmation depth the chain counts it as used, and by none of our transactions.',
} as const
export type NonceState = keyof typeof nonceStates

export const nonceEvents = {
  sign: 'saveAttempt: only while exactly these requests have the nonce, and it is open',
  keep_alone: 'keepAlone: one member of a batch that never left keeps the nonce; what was signed is deleted',
  begin_broadcast:
    'beginBroadcast, beginSharedBroadcast: moves the requests to `revealed` in the same commit, before the bytes leave',
  replace:
    'saveAttempt, markBroadcastStarted: the next number at the same nonce, with both fees at least 12.5 % higher',
  abandon: 'abandonNonces, advance to a final state, abandonedNonces: the last request has left it',
  fill: 'saveAttempt for no request: only while the nonce is abandoned and open',
  confirm: 'closeNonce: the receipt is at confirmation depth by the agreement of the endpoints',
  take: 'closeNonce as dropped: used at depth, and no endpoint has a receipt of ours',
  reorg: 'reopenNonces: the chain counts a closed nonce as unused again; a gap-filling transaction closes it',
} as const
export type NonceEvent = keyof typeof nonceEvents

/** The states that each event can lead to. A pair that is not in the table cannot happen. */
export const nonceTransitions: Readonly<Record<NonceState, Partial<Record<NonceEvent, readonly NonceState[]>>>> = {
  assigned: { sign: ['signed'], abandon: ['abandoned'] },
  signed: {
    begin_broadcast: ['broadcast'],
    keep_alone: ['assigned'],
    abandon: ['abandoned'],
    take: ['taken'],
  },
  broadcast: { replace: ['broadcast'], abandon: ['abandoned'], confirm: ['confirmed'], take: ['taken'] },
  abandoned: { fill: ['filling'], confirm: ['confirmed'], take: ['taken'] },
  filling: { fill: ['filling'], confirm: ['filled', 'confirmed'], take: ['taken'] },
  confirmed: { reorg: ['abandoned', 'filling'] },
  filled: { reorg: ['filling'] },
  taken: { reorg: ['abandoned', 'filling'] },
}

export interface NonceFacts {
  isClosed: boolean
  isAbandoned: boolean
  attempts: readonly {
    purpose: Purpose
    isBroadcast: boolean
    outcome: 'mined' | 'reverted' | 'dropped' | null
  }[]
}

export function nonceStateOf({ isClosed, isAbandoned, attempts }: NonceFacts): NonceState {
  if (isClosed) {
    const mined = attempts.find(({ outcome }) => outcome === 'mined' || outcome === 'reverted')
    if (mined === undefined) return 'taken'
    return mined.purpose === 'gap_fill' ? 'filled' : 'confirmed'
  }
  if (isAbandoned) return attempts.some(({ purpose }) => purpose === 'gap_fill') ? 'filling' : 'abandoned'
  if (attempts.length === 0) return 'assigned'
  return attempts.some(({ isBroadcast }) => isBroadcast) ? 'broadcast' : 'signed'
}

export function reachableFrom(start: NonceState): ReadonlySet<NonceState> {
  const seen = new Set<NonceState>([start])
  for (const state of seen) for (const next of Object.values(nonceTransitions[state]).flat()) seen.add(next)
  return seen
}
