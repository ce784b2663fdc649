import { describe, expect, it } from '@jest/globals'
import type { OrderStatus, RunStep } from '@tandem/sdk'
import { barPercent, progressOf, shownReason, shownStep } from './progress-lines.ts'

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

describe('shownStep', () => {
  it('does not say that the maker has paid while the orderbook has not said so', () => {
    const at = (status: OrderStatus) => ({ status, isFunded: true })
    expect(shownStep('revealing', at('source_initiated'))).toBe('waiting_for_market_maker')
    expect(shownStep('revealing', at('destination_initiated'))).toBe('revealing')
    expect(shownStep('ensuring_claim', at('source_initiated'))).toBe('ensuring_claim')
  })

  it('believes the chain before an orderbook that knows of no funds', () => {
    expect(shownStep(undefined, { status: 'created', isFunded: true })).toBe('waiting_for_market_maker')
    expect(shownStep(undefined, { status: 'created', isFunded: false })).toBe('initiating')
    expect(shownStep(undefined, { status: 'expired', isFunded: true })).toBe('waiting_for_refund')
    expect(shownStep(undefined, { status: 'expired', isFunded: false })).toBe('waiting_for_expiry')
  })
})

describe('shownReason', () => {
  const noAnswer = { code: 'NETWORK', message: 'no answer came' } as const
  const late = { code: 'AWAITING_SOLVER', message: 'the maker is late' } as const

  it.each([
    ['no answer without a note about a service', noAnswer, false, noAnswer],
    ['nothing where a note names the service', noAnswer, true, undefined],
    ['any other reason beside a note', late, true, late],
  ])('shows %s', (_name, reason, hasNote, expected) => {
    expect(shownReason(reason, hasNote)).toBe(expected)
  })
})

describe('barPercent', () => {
  it.each([
    ['nothing measured', 'revealing', { elapsedSecs: 99, usualSecs: undefined }, 33],
    ['the time of the route', 'revealing', { elapsedSecs: 4, usualSecs: 10 }, 40],
    ['no more than its step', 'revealing', { elapsedSecs: 99, usualSecs: 10 }, 49],
    ['the end', 'completed', { elapsedSecs: 0, usualSecs: 10 }, 100],
  ] as const)('shows %s', (_name, step, given, percent) => {
    expect(barPercent(step, given)).toBe(percent)
  })
})
