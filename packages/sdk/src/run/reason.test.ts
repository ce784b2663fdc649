import { describe, expect, it } from '@jest/globals'
import { TandemError } from '../tandem-error.ts'
import { lastingReason, type Noted, noteAgain, type Reason, reasonOf, reasonOfExplanation } from './reason.ts'

const reverts: Reason = { code: 'CREATION_REVERTS', message: 'the registry would refuse it' }
const failed = { reason: reverts, isFact: false }

describe('a reason', () => {
  it.each<[string, number[], number, Reason | undefined]>([
    ['is not reported after one failure', [0], 100, undefined],
    ['is reported after the second', [0, 2_000], 2_000, reverts],
    ['is reported five seconds after the first', [0], 5_000, reverts],
  ])('%s', (_name, notedAt, now, reported) => {
    const noted = notedAt.reduce<Noted | undefined>((last, at) => noteAgain(last, failed, at), undefined)
    expect(lastingReason(noted, now)).toEqual(reported)
  })

  it('is reported at once if it is a fact, and the count goes on when another reason takes its place', () => {
    expect(lastingReason(noteAgain(undefined, { reason: reverts, isFact: true }, 0), 0)).toBe(reverts)
    const other: Reason = { code: 'NETWORK', message: 'no answer came' }
    expect(lastingReason(noteAgain(noteAgain(undefined, failed, 0), { ...failed, reason: other }, 1), 1)).toBe(other)
  })
})

describe('reasonOf', () => {
  it.each<[string, Record<string, unknown>, number | undefined]>([
    ['unix seconds', { cancel_after: 1_800_000_000 }, 1_800_000_000],
    ['a date', { opens_at: '2027-01-15T08:00:00Z' }, 1_800_000_000],
    ['no time', { opens_at: 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('takes its end from %s', (_name, details, until) => {
    const reason = reasonOf(new TandemError('SPONSOR_BUDGET_SPENT', 'spent', { retryable: true, details }))
    expect(reason).toEqual({
      code: 'SPONSOR_BUDGET_SPENT',
      message: 'spent',
      ...(until === undefined ? {} : { until }),
    })
  })
})

describe('reasonOfExplanation', () => {
  it('names the awaited party, its task and its time', () => {
    const awaiting = { from: 'solver', text: 'The maker funds the destination.', until: '2027-01-15T08:00:00.000Z' }
    const reason = { code: 'AWAITING_SOLVER', message: 'The maker funds the destination.' }
    expect(reasonOfExplanation({ awaiting })).toEqual({ ...reason, until: 1_800_000_000 })
    expect(reasonOfExplanation({ awaiting: { ...awaiting, until: null } })).toEqual(reason)
    expect(reasonOfExplanation({ awaiting: null })).toBeUndefined()
    // A dishonest orderbook may answer anything.
    for (const nonsense of [
      undefined,
      7,
      {},
      { from: 1, text: 'x' },
      { from: 'a b', text: 'x' },
      { from: 'solver', text: null },
    ])
      expect(reasonOfExplanation({ awaiting: nonsense as never })).toBeUndefined()
  })
})
