import { describe, expect, it } from '@jest/globals'
import { nextStep, type RunFacts, type RunStep, toldStep } from './next-step.ts'

const facts: RunFacts = {
  status: 'created',
  isOrderbookThere: true,
  isInitiated: false,
  isInitiationRefused: false,
  isUnfunded: true,
  isSecretOut: false,
  isClaimed: undefined,
  isContradicted: false,
  isRevealRefused: false,
  isDestinationOver: false,
  isRefundDue: false,
}

describe('nextStep', () => {
  it.each<[string, Partial<RunFacts>, RunStep]>([
    ['a new order', {}, 'initiating'],
    ['an order that was initiated and is not on chain yet', { isInitiated: true }, 'waiting_for_market_maker'],
    ['an order that can no longer be filled', { isInitiationRefused: true }, 'waiting_for_expiry'],
    ['the same where the amount was sent ahead', { isInitiationRefused: true, isUnfunded: false }, 'refunding'],
    ['a new order whose orderbook does not answer', { isOrderbookThere: false }, 'revealing'],
    ['a funded source', { status: 'source_initiated' }, 'waiting_for_market_maker'],
    [
      'a funded source, while no orderbook answers',
      { status: 'source_initiated', isOrderbookThere: false },
      'revealing',
    ],
    ['both sides funded', { status: 'destination_initiated' }, 'revealing'],
    ['a secret that is out', { status: 'destination_initiated', isSecretOut: true }, 'ensuring_claim'],
    [
      'a secret that is out, and a status that lags',
      { status: 'source_initiated', isSecretOut: true },
      'ensuring_claim',
    ],
    ['a secret that stayed', { status: 'destination_initiated', isRevealRefused: true }, 'waiting_for_refund'],
    ['a secret that is out, too late', { isSecretOut: true, isDestinationOver: true }, 'waiting_for_refund'],
    ['a time that is over', { status: 'source_initiated', isUnfunded: false, isRefundDue: true }, 'refunding'],
    ['a time that is over before anything was paid', { isRefundDue: true }, 'waiting_for_expiry'],
    ['a time that is over, with the secret out', { isSecretOut: true, isRefundDue: true }, 'refunding'],
    [
      'a time that is over on both sides, with the secret out',
      { isSecretOut: true, isRefundDue: true, isDestinationOver: true },
      'refunding',
    ],
    ['an escrow past its time', { status: 'refundable', isUnfunded: false }, 'refunding'],
    ['an order that was never paid', { status: 'expired' }, 'waiting_for_expiry'],
    ['a claimed destination', { status: 'destination_claimed', isClaimed: true }, 'settling'],
    ['a claimed destination past its source’s time', { status: 'refundable', isClaimed: true }, 'settling'],
    ['a complete order', { status: 'completed', isClaimed: true }, 'completed'],
    [
      'a complete order whose claim does not count yet',
      { status: 'completed', isClaimed: true, isContradicted: true },
      'settling',
    ],
    ['a complete order, where no chain can be asked', { status: 'completed' }, 'completed'],
    ['an order that is complete only by the orderbook’s word', { status: 'completed', isClaimed: false }, 'revealing'],
    ['the same with the secret out', { status: 'completed', isClaimed: false, isSecretOut: true }, 'ensuring_claim'],
  ])('%s: %j → %s', (_, over, step) => {
    expect(nextStep({ ...facts, ...over })).toBe(step)
  })
})

describe('toldStep', () => {
  const now = 1_000
  const memory = { isRevealing: true, isMakerAwaited: false, refundFrom: 0 }
  it.each<[string, RunStep, Partial<typeof memory>, RunStep]>([
    ['a reveal', 'revealing', {}, 'revealing'],
    ['a reveal that the chains do not allow yet', 'revealing', { isMakerAwaited: true }, 'waiting_for_market_maker'],
    ['a reveal that this run cannot make', 'revealing', { isRevealing: false }, 'waiting_for_refund'],
    ['a refund before its time', 'refunding', { refundFrom: now + 1 }, 'waiting_for_refund'],
    ['a refund at its time', 'refunding', { refundFrom: now }, 'refunding'],
  ])('%s: %s, %j → %s', (_name, step, over, told) => {
    expect(toldStep(step, { ...memory, ...over }, now)).toBe(told)
  })
})
