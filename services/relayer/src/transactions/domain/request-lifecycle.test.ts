import { describe, expect, it } from '@jest/globals'
import { advance, finalStates, openStates, type RequestState, requestStates, transitions } from './request-lifecycle.ts'

const reachableFrom = (start: RequestState): Set<RequestState> => {
  const seen = new Set<RequestState>([start])
  for (const state of seen) for (const next of Object.values(transitions[state])) seen.add(next)
  return seen
}

describe('the table of requests', () => {
  it('reaches every state from accepted', () => {
    expect([...reachableFrom('accepted')].sort()).toEqual([...requestStates].sort())
  })

  it.each(finalStates)('%s is closed, unless a claim that never left is posted again', (state) => {
    expect(transitions[state]).toEqual(state === 'rejected' ? { posted_again: 'accepted' } : {})
  })

  it.each(openStates)('%s can end', (state) => {
    expect([...reachableFrom(state)].some((one) => finalStates.includes(one))).toBe(true)
  })

  it('never withdraws what was revealed', () => {
    expect(reachableFrom('revealed').has('rejected')).toBe(false)
    expect(advance('revealed', 'refused')).toBeUndefined()
  })
})
