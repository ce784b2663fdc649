import { describe, expect, it } from '@jest/globals'
import {
  advance,
  finalStates,
  openStates,
  type RequestEventName,
  type RequestState,
  requestStates,
  statusOf,
  transitions,
} from './request-lifecycle.ts'

const reachableFrom = (start: RequestState): Set<RequestState> => {
  const seen = new Set<RequestState>([start])
  for (const state of seen) for (const next of Object.values(transitions[state])) seen.add(next)
  return seen
}

describe('what happens to a request', () => {
  it.each<[string, RequestState, RequestEventName, RequestState | undefined]>([
    ['a reorganization takes its transaction away: it is sent again, and not lost', 'mined', 'reorged', 'revealed'],
    ['it is mined again after that', 'revealed', 'receipt_found', 'mined'],
    ['its transaction reaches the confirmation depth', 'mined', 'depth_reached', 'confirmed'],
    ['it is not confirmed before it was mined', 'revealed', 'depth_reached', undefined],
    ['its vault is cancelled after the secret left: somebody lost money', 'revealed', 'too_late_after_reveal', 'lost'],
    ['its vault is cancelled before the secret left: nobody lost anything', 'assigned', 'refused', 'rejected'],
    ['a mined transaction is not given up', 'mined', 'too_late_after_reveal', undefined],
    ['a mined transaction is not another party’s', 'mined', 'settled_by_other', undefined],
    ['nothing takes a confirmed transaction back', 'confirmed', 'reorged', undefined],
    ['nothing is revealed without a nonce', 'accepted', 'broadcast_started', undefined],
    ['it is revealed with a nonce', 'assigned', 'broadcast_started', 'revealed'],
    ['what it waited for has come', 'waiting', 'released', 'accepted'],
    ['what it waited for cannot come any more', 'waiting', 'refused', 'rejected'],
    ['no nonce is given to what waits', 'waiting', 'nonce_assigned', undefined],
    ['it is taken back while it waits', 'waiting', 'withdrawn', 'rejected'],
    ['it is taken back while its bytes have not left', 'assigned', 'withdrawn', 'rejected'],
    ['it is not taken back once its bytes have left', 'revealed', 'withdrawn', undefined],
    ['it waits again after it was taken back', 'rejected', 'posted_to_wait', 'waiting'],
    ['what runs does not wait again', 'accepted', 'posted_to_wait', undefined],
  ])('%s', (_what, state, event, expected) => {
    expect(advance(state, event)).toBe(expected)
  })

  it('is told as submitted, and not as failed, while a reorganization may still take it away', () => {
    expect([statusOf.revealed, statusOf.mined]).toEqual(['submitted', 'submitted'])
    expect(requestStates.filter((state) => statusOf[state] === 'failed')).toEqual(['rejected', 'lost'])
  })
})

describe('the table of requests', () => {
  it('reaches every state from accepted', () => {
    expect([...reachableFrom('accepted')].sort()).toEqual([...requestStates].sort())
  })

  it.each(finalStates)('%s is closed, unless it is posted again', (state) => {
    const again =
      state === 'rejected' ? { posted_again: 'accepted', posted_to_wait: 'waiting' } : { posted_again: 'revealed' }
    expect(transitions[state]).toEqual(again)
  })

  it('gives workers every state that is not final, but for what waits', () => {
    expect([...openStates, ...finalStates, 'waiting'].sort()).toEqual([...requestStates].sort())
  })

  it.each([...openStates, 'waiting'] as const)('%s can end', (state) => {
    expect([...reachableFrom(state)].some((one) => finalStates.includes(one))).toBe(true)
  })

  it('never withdraws what was revealed', () => {
    expect(reachableFrom('revealed').has('rejected')).toBe(false)
    expect(advance('revealed', 'refused')).toBeUndefined()
  })
})
