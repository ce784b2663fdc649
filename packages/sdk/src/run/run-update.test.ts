import { describe, expect, it } from '@jest/globals'
import { TandemError, type TandemErrorCode } from '../tandem-error.ts'
import {
  afterErrorOnceRevealed,
  afterFailedClaimRequest,
  afterFailedInitiation,
  afterFailedRefund,
  afterFailedReveal,
  type RunUpdate,
} from './run-update.ts'

const final = (code: TandemErrorCode) => new TandemError(code, 'no')
const retryable = (code: TandemErrorCode, retryAfterMs?: number) =>
  new TandemError(code, 'later', { retryable: true, retryAfterMs })
const refusal = Object.assign(new Error('no'), { code: 4001 })
const failure = new Error('viem says why')

/** The update, with the reason's code in place of the reason; or the error, if one is thrown. */
function resultOf(after: () => RunUpdate): unknown {
  try {
    const { reason, ...update } = after()
    return { ...update, ...(reason === undefined ? {} : { code: reason.code }) }
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
    ['CREATION_REVERTS', retryable('CREATION_REVERTS'), { code: 'CREATION_REVERTS', pauseMs: 0 }],
    ['a service that asks for a pause', retryable('RATE_LIMITED', 9_000), { code: 'RATE_LIMITED', pauseMs: 9_000 }],
    ['a service that asks for a day', retryable('RATE_LIMITED', 86_400_000), { code: 'RATE_LIMITED', pauseMs: 30_000 }],
    ['the user’s refusal', refusal, refusal],
    ['an error of the wallet', failure, failure],
  ])('%s', (_name, error, lesson) => {
    expect(resultOf(() => afterFailedInitiation(error))).toEqual(lesson)
  })
})

describe('after a failed first reveal', () => {
  const late = final('TOO_LATE')
  const forbidden = final('FORBIDDEN' as TandemErrorCode)
  it.each<[string, unknown, unknown]>([
    ['the chains forbid it', late, { evidence: { revealRefusal: 'no' } }],
    ['the escrow has other terms', final('VAULT_MISMATCH'), { evidence: { revealRefusal: 'no' } }],
    [
      'the destination is not funded',
      retryable('DESTINATION_NOT_INITIATED'),
      { evidence: { isMakerAwaited: true }, code: 'DESTINATION_NOT_INITIATED', pauseMs: 0 },
    ],
    [
      'endpoints do not answer',
      retryable('EVIDENCE_UNAVAILABLE'),
      { evidence: { isMakerAwaited: false }, code: 'EVIDENCE_UNAVAILABLE', pauseMs: 0 },
    ],
    ['the relayer refuses', forbidden, forbidden],
    ['the user refuses', refusal, refusal],
  ])('because %s', (_name, error, lesson) => {
    expect(resultOf(() => afterFailedReveal(error))).toEqual(lesson)
  })
})

describe('after a failed request to the relayer to claim', () => {
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
    ['a busy relayer', retryable('UNAVAILABLE', 1_000), out, { code: 'UNAVAILABLE', pauseMs: 1_000 }],
    ['an error of a wallet', failure, out, { code: 'NETWORK', pauseMs: 0 }],
    ['the user’s refusal', refusal, out, refusal],
  ])('%s', (_name, error, known, lesson) => {
    expect(resultOf(() => afterFailedClaimRequest(error, known))).toEqual(lesson)
  })
})

describe('after a failed refund', () => {
  const early = retryable('NOT_CANCELLABLE_YET')
  const isEarly = {
    evidence: { refundFrom: 7, isFunded: true },
    code: 'NOT_CANCELLABLE_YET',
    isFact: true,
    isReported: true,
  }
  it.each<[string, unknown, boolean, unknown]>([
    ['too early, the secret not out', early, false, isEarly],
    ['too early, the secret out', early, true, { ...isEarly, pauseMs: 0 }],
    [
      'a retryable error, the secret not out',
      retryable('NOT_ON_CHAIN'),
      false,
      { code: 'NOT_ON_CHAIN', isReported: false },
    ],
    ['an error of the wallet, the secret not out', failure, false, failure],
    ['an error of the wallet, the secret out', failure, true, { code: 'NETWORK', pauseMs: 0, isReported: true }],
    ['the user’s refusal, the secret out', refusal, true, refusal],
  ])('%s', (_name, error, isSecretOut, lesson) => {
    expect(resultOf(() => afterFailedRefund(error, { isSecretOut, cancelAfter: 7 }))).toEqual(lesson)
  })
})

it('goes on after ORDER_FINAL once the secret is out', () => {
  expect(resultOf(() => afterErrorOnceRevealed(final('ORDER_FINAL')))).toEqual({ code: 'ORDER_FINAL', pauseMs: 0 })
})
