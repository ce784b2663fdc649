import { describe, expect, it } from '@jest/globals'
import { decideStep, type StepDecision } from './decide-step.ts'
import { firstEvidence, type RunFacts } from './run-evidence.ts'

const cancelAfter = 1_000
const facts: RunFacts = {
  ...firstEvidence(true),
  status: 'created',
  canReveal: true,
  isUnfunded: true,
  isSecretOut: false,
  claimWaits: false,
  handsOver: false,
  isDestinationOver: false,
  cancelAfter,
  nowSecs: cancelAfter - 500,
}
const due = { nowSecs: cancelAfter }
const silent = { isOrderbookThere: false }
const kept = { isSecretOut: true, claimWaits: true }

type Row = [string, Partial<RunFacts>, StepDecision['step'], StepDecision['action']]

/** The reason is tested in rows of its own. */
const stepAndAction = ({ step, action }: StepDecision) => [step, action]

describe('decideStep', () => {
  it.each<Row>([
    ['a new order', {}, 'initiating', 'initiate'],
    ['an order that was initiated', { initiation: 'made' }, 'waiting_for_market_maker', 'explain'],
    ['an order that can no longer be filled', { initiation: 'refused' }, 'waiting_for_expiry', 'refund'],
    ['the same, sent ahead', { initiation: 'refused', isUnfunded: false }, 'refunding', 'refund'],
    ['a new order whose orderbook is silent', silent, 'revealing', 'reveal'],
    ['a funded source', { status: 'source_initiated' }, 'waiting_for_market_maker', 'explain'],
    ['the same, with a silent orderbook', { status: 'source_initiated', ...silent }, 'revealing', 'reveal'],
    ['both sides funded', { status: 'destination_initiated' }, 'revealing', 'reveal'],
    [
      'both funded, not yet so by the chains',
      { status: 'destination_initiated', isMakerAwaited: true },
      'waiting_for_market_maker',
      'reveal',
    ],
    [
      'both funded, in a run that cannot reveal',
      { status: 'destination_initiated', canReveal: false },
      'waiting_for_refund',
      'wait',
    ],
    [
      'a secret that stayed',
      { status: 'destination_initiated', revealRefusal: 'too late' },
      'waiting_for_refund',
      'wait',
    ],
    ['a secret that is out', { status: 'destination_initiated', isSecretOut: true }, 'ensuring_claim', 'ensure_claim'],
    [
      'the same, by a status that lags',
      { status: 'source_initiated', isSecretOut: true },
      'ensuring_claim',
      'ensure_claim',
    ],
    ['a new order, to be handed over', { handsOver: true }, 'initiating', 'initiate'],
    ['the same, initiated', { handsOver: true, initiation: 'made' }, 'waiting_for_market_maker', 'hand_over'],
    [
      'the same, handed over',
      { handsOver: true, initiation: 'made', isHandedOver: true, isSecretOut: true, claimWaits: true },
      'waiting_for_market_maker',
      'explain',
    ],
    ['a secret that the relayer keeps, before anything was paid', kept, 'initiating', 'initiate'],
    [
      'a secret that the relayer keeps, with a funded source',
      { ...kept, status: 'source_initiated' },
      'waiting_for_market_maker',
      'explain',
    ],
    ['the same, once it is filled', { ...kept, status: 'destination_initiated' }, 'ensuring_claim', 'ensure_claim'],
    ['the same, with a silent orderbook', { ...kept, ...silent }, 'ensuring_claim', 'ensure_claim'],
    ['the same, too late', { ...kept, isDestinationOver: true }, 'waiting_for_refund', 'wait'],
    ['the same, after the source’s cancel_after', { ...kept, ...due }, 'refunding', 'refund'],
    ['a secret that is out, too late', { isSecretOut: true, isDestinationOver: true }, 'waiting_for_refund', 'wait'],
  ])('%s: %j → %s, %s', (_name, over, step, action) => {
    expect(stepAndAction(decideStep({ ...facts, ...over }))).toEqual([step, action])
  })

  it.each<Row>([
    [
      'a funded source after cancel_after',
      { ...due, status: 'source_initiated', isUnfunded: false },
      'refunding',
      'refund',
    ],
    ['the same before anything was paid', due, 'waiting_for_expiry', 'refund'],
    ['the same with the secret out', { ...due, isSecretOut: true }, 'refunding', 'refund'],
    ['the same on both sides', { ...due, isSecretOut: true, isDestinationOver: true }, 'refunding', 'refund'],
    [
      'an order that the orderbook calls refundable',
      { status: 'refundable', isUnfunded: false },
      'refunding',
      'refund',
    ],
    [
      'the same, too early by the contract',
      { status: 'refundable', isUnfunded: false, refundFrom: cancelAfter },
      'waiting_for_refund',
      'refund',
    ],
    ['an order that was never paid', { status: 'expired' }, 'waiting_for_expiry', 'refund'],
    ['a claimed destination', { status: 'destination_claimed', isClaimed: true }, 'settling', 'explain'],
    [
      'the same, with the orderbook silent',
      { status: 'destination_claimed', isClaimed: true, ...silent },
      'settling',
      'end',
    ],
    ['the same, after the source’s cancel_after', { ...due, status: 'refundable', isClaimed: true }, 'settling', 'end'],
    [
      'the same, whose claim is not at depth yet',
      { ...due, status: 'refundable', isClaimed: true, shown: { destination_claim: false } },
      'settling',
      'explain',
    ],
    ['a completed order', { status: 'completed', isClaimed: true }, 'completed', 'end'],
    [
      'a completed order whose claim is not at depth yet',
      { status: 'completed', isClaimed: true, shown: { destination_claim: false } },
      'settling',
      'explain',
    ],
    ['a completed order, where no chain can be asked', { status: 'completed' }, 'completed', 'end'],
    [
      'an order that only the orderbook calls completed',
      { status: 'completed', isClaimed: false },
      'revealing',
      'reveal',
    ],
    [
      'the same with the secret out',
      { status: 'completed', isClaimed: false, isSecretOut: true },
      'ensuring_claim',
      'ensure_claim',
    ],
  ])('%s: %j → %s, %s', (_name, over, step, action) => {
    expect(stepAndAction(decideStep({ ...facts, ...over }))).toEqual([step, action])
  })

  const refundReason = { code: 'SECRET_KEPT', until: cancelAfter }
  it.each<[string, Partial<RunFacts>, object | undefined]>([
    ['a secret that must stay', { revealRefusal: 'too late' }, { ...refundReason, message: /^too late/ }],
    ['a secret that was revealed too late', { isSecretOut: true, isDestinationOver: true }, refundReason],
    ['a run that cannot reveal', { ...silent, canReveal: false }, refundReason],
    ['a claim that is not at depth', { isClaimed: true, shown: { destination_claim: false } }, { code: 'CONFIRMING' }],
    [
      'a source that the maker has not claimed',
      { isClaimed: true, shown: { source_claim: false } },
      { code: 'SOURCE_CLAIM_PENDING' },
    ],
    ['a bridge that has not delivered', { isClaimed: true, shown: { delivery: false } }, { code: 'DELIVERY_PENDING' }],
    ['a claim at depth', { isClaimed: true, shown: { destination_claim: true } }, undefined],
  ])('names what %s waits for', (_name, over, reason) => {
    const { message, ...named } = { message: /./, ...reason }
    const decided = decideStep({ ...facts, ...over }).reason
    if (reason === undefined) expect(decided).toBeUndefined()
    else expect(decided).toMatchObject({ ...named, message: expect.stringMatching(message) })
  })

  it('names the parts that no endpoint could show', () => {
    const completed = decideStep({ ...facts, status: 'completed', shown: { destination_claim: true } })
    expect(completed).toMatchObject({ outcome: 'completed', unverified: ['source_claim', 'delivery'] })
    expect(decideStep({ ...facts, ...silent, isClaimed: true })).toMatchObject({
      outcome: 'paid',
      unverified: ['destination_claim'],
    })
    const shown = { destination_claim: true, source_claim: true, delivery: true }
    expect(decideStep({ ...facts, status: 'completed', shown })).not.toHaveProperty('unverified')
  })
})
