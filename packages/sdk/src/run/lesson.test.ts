import { describe, expect, it } from '@jest/globals'
import { TandemError, type TandemErrorCode } from '../tandem-error.ts'
import {
  afterFailedInitiation,
  afterFailedOffer,
  afterFailedRefund,
  afterFailedReveal,
  type Lesson,
  lessonOfPursued,
} from './lesson.ts'

const final = (code: TandemErrorCode) => new TandemError(code, 'no')
const passing = (code: TandemErrorCode, retryAfterMs?: number) =>
  new TandemError(code, 'later', { retryable: true, retryAfterMs })
const refusal = Object.assign(new Error('no'), { code: 4001 })
const failure = new Error('viem says why')

/** What is learned, without its sentence; an error is thrown as it came. */
function told(after: () => Lesson): unknown {
  try {
    const { reason, ...lesson } = after()
    return { ...lesson, ...(reason === undefined ? {} : { code: reason.code }) }
  } catch (error) {
    return error
  }
}

describe('after a failed initiation', () => {
  it.each<[string, unknown, unknown]>([
    [
      'ORDER_EXPIRED',
      final('ORDER_EXPIRED'),
      { evidence: { initiation: 'refused' }, code: 'ORDER_EXPIRED', isFact: true },
    ],
    ['TOO_LATE', final('TOO_LATE'), { evidence: { initiation: 'refused' }, code: 'TOO_LATE', isFact: true }],
    ['CREATION_REVERTS', passing('CREATION_REVERTS'), { code: 'CREATION_REVERTS', pauseMs: 0 }],
    ['a service that asks for a pause', passing('RATE_LIMITED', 9_000), { code: 'RATE_LIMITED', pauseMs: 9_000 }],
    ['a service that asks for a day', passing('RATE_LIMITED', 86_400_000), { code: 'RATE_LIMITED', pauseMs: 30_000 }],
    ['the user’s refusal', refusal, refusal],
    ['an error of the wallet', failure, failure],
  ])('%s', (_name, error, lesson) => {
    expect(told(() => afterFailedInitiation(error))).toEqual(lesson)
  })
})

describe('after a failed first reveal', () => {
  const late = final('TOO_LATE')
  const forbidden = final('FORBIDDEN' as TandemErrorCode)
  it.each<[string, unknown, unknown]>([
    ['the chains keep the secret', late, { evidence: { revealRefusal: 'no' } }],
    ['the escrow has other terms', final('VAULT_MISMATCH'), { evidence: { revealRefusal: 'no' } }],
    [
      'the destination is not funded',
      passing('DESTINATION_NOT_INITIATED'),
      { evidence: { isMakerAwaited: true }, code: 'DESTINATION_NOT_INITIATED', pauseMs: 0 },
    ],
    [
      'endpoints do not answer',
      passing('EVIDENCE_UNAVAILABLE'),
      { evidence: { isMakerAwaited: false }, code: 'EVIDENCE_UNAVAILABLE', pauseMs: 0 },
    ],
    ['the relayer refuses', forbidden, forbidden],
    ['the user refuses', refusal, refusal],
  ])('because %s', (_name, error, lesson) => {
    expect(told(() => afterFailedReveal(error))).toEqual(lesson)
  })
})

describe('after a failed offer to the relayer', () => {
  const wrongChain = final('WRONG_CHAIN')
  const out = { isSecretOut: true, hasRecipient: true }
  it.each<[string, unknown, typeof out, unknown]>([
    ['a final refusal, and the recipient’s wallet', wrongChain, out, { evidence: { relayer: 'refused' } }],
    ['a final refusal alone', wrongChain, { ...out, hasRecipient: false }, wrongChain],
    [
      'a refusal by the chains, alone',
      final('TOO_LATE'),
      { ...out, hasRecipient: false },
      { code: 'TOO_LATE', pauseMs: 0 },
    ],
    [
      'chains that lag, before the reveal',
      final('TOO_LATE'),
      { ...out, isSecretOut: false },
      { code: 'TOO_LATE', pauseMs: 0 },
    ],
    ['a busy relayer', passing('UNAVAILABLE', 1_000), out, { code: 'UNAVAILABLE', pauseMs: 1_000 }],
    ['an error of a wallet', failure, out, { code: 'NETWORK', pauseMs: 0 }],
    ['the user’s refusal', refusal, out, refusal],
  ])('%s', (_name, error, known, lesson) => {
    expect(told(() => afterFailedOffer(error, known))).toEqual(lesson)
  })
})

describe('after a failed refund', () => {
  const early = passing('NOT_CANCELLABLE_YET')
  const isEarly = {
    evidence: { refundFrom: 7, isFunded: true },
    code: 'NOT_CANCELLABLE_YET',
    isFact: true,
    isTold: true,
  }
  it.each<[string, unknown, boolean, unknown]>([
    ['too early, the secret in', early, false, isEarly],
    ['too early, the secret out', early, true, { ...isEarly, pauseMs: 0 }],
    ['a passing error, the secret in', passing('NOT_ON_CHAIN'), false, { code: 'NOT_ON_CHAIN', isTold: false }],
    ['an error of the wallet, the secret in', failure, false, failure],
    ['an error of the wallet, the secret out', failure, true, { code: 'NETWORK', pauseMs: 0, isTold: true }],
    ['the user’s refusal, the secret out', refusal, true, refusal],
  ])('%s', (_name, error, isSecretOut, lesson) => {
    expect(told(() => afterFailedRefund(error, { isSecretOut, cancelAfter: 7 }))).toEqual(lesson)
  })
})

it('lets no code of a service end a pursuit by which the chains would keep the secret', () => {
  expect(told(() => lessonOfPursued(final('ORDER_FINAL')))).toEqual({ code: 'ORDER_FINAL', pauseMs: 0 })
})
