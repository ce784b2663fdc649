/**
 * The life of a request: a claim, an initiation, or a keeper job. A transaction that was sent cannot be taken back, so unlike an order's status
 * it moves by a table of transitions, each a guarded update.
 */

export const requestStates = [
  'accepted',
  'slotted',
  'revealed',
  'mined',
  'confirmed',
  'superseded',
  'rejected',
  'lost',
] as const
export type RequestState = (typeof requestStates)[number]

/**
 * Nothing is done any more; secret and signed bytes are erased. A claim that was rejected has shown its secret to no chain:
 * posted again, with the secret, it goes the same way once more.
 */
export const finalStates: readonly RequestState[] = ['confirmed', 'superseded', 'rejected', 'lost']
export const openStates: readonly RequestState[] = requestStates.filter((state) => !finalStates.includes(state))

export type RequestEventName =
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
 * The state that each event leads to. A pair that is not in the table cannot happen. From `revealed` on there is no way to `rejected`: the
 * secret counts as public, so the claim is pursued to the end.
 */
export const transitions: Readonly<Record<RequestState, Partial<Record<RequestEventName, RequestState>>>> = {
  accepted: { nonce_assigned: 'slotted', settled_by_other: 'superseded', refused: 'rejected' },
  slotted: {
    broadcast_started: 'revealed',
    settled_by_other: 'superseded',
    refused: 'rejected',
  },
  revealed: {
    receipt_found: 'mined',
    settled_by_other: 'superseded',
    too_late_after_reveal: 'lost',
  },
  mined: { depth_reached: 'confirmed', reorged: 'revealed' },
  confirmed: {},
  superseded: {},
  rejected: { posted_again: 'accepted' },
  lost: {},
}

/** The state after an event, or nothing when the event cannot happen in this state. */
export const advance = (state: RequestState, event: RequestEventName): RequestState | undefined =>
  transitions[state][event]

/** The status that the API shows for a state. */
export const statusOf: Readonly<Record<RequestState, 'queued' | 'submitted' | 'confirmed' | 'superseded' | 'failed'>> =
  {
    accepted: 'queued',
    slotted: 'queued',
    revealed: 'submitted',
    mined: 'submitted',
    confirmed: 'confirmed',
    superseded: 'superseded',
    rejected: 'failed',
    lost: 'failed',
  }
