import { describe, expect, it } from '@jest/globals'
import {
  type NonceFacts,
  type NonceState,
  nonceStateOf,
  nonceStates,
  nonceTransitions,
  reachableFrom,
} from './nonce-lifecycle.ts'

const states = Object.keys(nonceStates) as NonceState[]
const claim = { purpose: 'claim', isBroadcast: false, outcome: null } as const
const fill = { ...claim, purpose: 'gap_fill' } as const
const open: NonceFacts = { isClosed: false, isAbandoned: false, attempts: [] }

describe('the table of a nonce', () => {
  it('reaches every state from assigned', () => {
    expect([...reachableFrom('assigned')].sort()).toEqual([...states].sort())
  })

  it.each(states)('%s is never empty for ever: it can be closed', (state) => {
    const closed = [...reachableFrom(state)].filter((one) => ['confirmed', 'filled', 'taken'].includes(one))
    expect(closed).not.toEqual([])
  })

  it('signs for no request once the nonce is abandoned', () => {
    for (const state of ['abandoned', 'filling'] as const)
      expect(Object.keys(nonceTransitions[state])).not.toEqual(expect.arrayContaining(['sign']))
    expect(reachableFrom('abandoned').has('broadcast')).toBe(false)
  })
})

describe('nonceStateOf', () => {
  it.each<[NonceState, NonceFacts]>([
    ['assigned', open],
    ['signed', { ...open, attempts: [claim] }],
    ['broadcast', { ...open, attempts: [{ ...claim, isBroadcast: true }, claim] }],
    ['abandoned', { ...open, isAbandoned: true, attempts: [{ ...claim, isBroadcast: true }] }],
    ['filling', { ...open, isAbandoned: true, attempts: [{ ...claim, isBroadcast: true }, fill] }],
    ['confirmed', { ...open, isClosed: true, attempts: [{ ...claim, outcome: 'mined' }] }],
    ['confirmed', { ...open, isClosed: true, isAbandoned: true, attempts: [{ ...claim, outcome: 'reverted' }, fill] }],
    ['filled', { ...open, isClosed: true, isAbandoned: true, attempts: [claim, { ...fill, outcome: 'mined' }] }],
    ['taken', { ...open, isClosed: true, attempts: [{ ...claim, outcome: 'dropped' }] }],
    ['taken', { ...open, isClosed: true, isAbandoned: true, attempts: [] }],
  ])('%s', (expected, facts) => {
    expect(nonceStateOf(facts)).toBe(expected)
  })
})
