/**
 * The states of a request. A sent transaction cannot be withdrawn, so a request changes its state only by this table,
 * and each change is a guarded update.
 */

export const requestStates = [
  'waiting',
  'accepted',
  'assigned',
  'revealed',
  'mined',
  'confirmed',
  'superseded',
  'rejected',
  'lost',
] as const
export type RequestState = (typeof requestStates)[number]

/**
 * The states in which the secret and the signed bytes are erased. A request that is posted again continues from what
 * has happened: the secret of a rejected one was never published; the secret of the others is public, and a reorg below
 * the confirmation depth may have undone the work.
 */
export const finalStates: readonly RequestState[] = ['confirmed', 'superseded', 'rejected', 'lost']

/** The states in which a worker takes a request's next step. A waiting request is not work yet. */
export const openStates: readonly RequestState[] = requestStates.filter(
  (state) => state !== 'waiting' && !finalStates.includes(state),
)

export type RequestEventName =
  | 'released'
  | 'withdrawn'
  | 'posted_to_wait'
  | 'nonce_assigned'
  | 'broadcast_started'
  | 'receipt_found'
  | 'reorged'
  | 'depth_reached'
  | 'settled_by_other'
  | 'refused'
  | 'too_late_after_reveal'
  | 'posted_again'

/**
 * The state that each event leads to. A missing pair cannot happen. Nothing leads from `revealed` to `rejected`, because the
 * secret counts as public by then.
 */
export const transitions: Readonly<Record<RequestState, Partial<Record<RequestEventName, RequestState>>>> = {
  waiting: {
    released: 'accepted',
    refused: 'rejected',
    withdrawn: 'rejected',
    posted_to_wait: 'waiting',
    posted_again: 'accepted',
  },
  accepted: {
    nonce_assigned: 'assigned',
    settled_by_other: 'superseded',
    refused: 'rejected',
    withdrawn: 'rejected',
    posted_again: 'accepted',
  },
  assigned: {
    broadcast_started: 'revealed',
    settled_by_other: 'superseded',
    refused: 'rejected',
    withdrawn: 'rejected',
  },
  revealed: {
    receipt_found: 'mined',
    settled_by_other: 'superseded',
    too_late_after_reveal: 'lost',
    posted_again: 'revealed',
  },
  mined: { depth_reached: 'confirmed', reorged: 'revealed' },
  confirmed: { posted_again: 'revealed' },
  superseded: { posted_again: 'revealed' },
  rejected: { posted_again: 'accepted', posted_to_wait: 'waiting' },
  lost: { posted_again: 'revealed' },
}

export const advance = (state: RequestState, event: RequestEventName): RequestState | undefined =>
  transitions[state][event]

export const statusOf = {
  waiting: 'waiting',
  accepted: 'queued',
  assigned: 'queued',
  revealed: 'submitted',
  mined: 'submitted',
  confirmed: 'confirmed',
  superseded: 'superseded',
  rejected: 'failed',
  lost: 'failed',
} as const satisfies Readonly<Record<RequestState, string>>
