import { describe, expect, it } from '@jest/globals'
import type { RunStep } from '@tandem/sdk'
import { progressOf } from './swap-progress.ts'

const states = (step: RunStep) => progressOf(step).map((line) => `${line.step} ${line.state}`)

describe('progressOf', () => {
  it('shows the way to completion around the step under way', () => {
    expect(states('revealing')).toEqual([
      'initiating done',
      'waiting_for_market_maker done',
      'revealing now',
      'ensuring_claim ahead',
      'settling ahead',
      'completed ahead',
    ])
  })

  it('shows the way back once there is no other', () => {
    expect(states('refunding')).toEqual(['waiting_for_refund done', 'refunding now', 'refunded ahead'])
  })

  it.each<RunStep>(['completed', 'refunded', 'ended'])('has nothing under way when it is %s', (step) => {
    expect(new Set(progressOf(step).map(({ state }) => state))).toEqual(new Set(['done']))
  })
})
