import { describe, expect, it } from '@jest/globals'
import { type RunStep, runPaths } from '@tandem/sdk'
import { sideStates } from './side-states.ts'

describe('sideStates', () => {
  it('says both sides at each step', () => {
    const steps: RunStep[] = [...runPaths.forward, ...runPaths.backward, ...runPaths.unfunded]
    expect(steps.map((step) => sideStates(step).join(' '))).toEqual([
      'wallet maker',
      'escrow maker',
      'escrow arriving',
      'escrow arriving',
      'escrow arrived',
      'paid arrived',
      'returning none',
      'returning none',
      'returned none',
      'wallet none',
      'wallet none',
    ])
  })

  it('does not say that a payment has arrived which is on a bridge', () => {
    expect(sideStates('settling', true)).toEqual(['escrow', 'arriving'])
    expect(sideStates('completed', true)).toEqual(['paid', 'arrived'])
  })
})
