import { describe, expect, it } from '@jest/globals'
import { firstEvidence, type RunFacts } from './run-evidence.ts'
import { type RunState, stateOf } from './run-state.ts'

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

type Row = [string, Partial<RunFacts>, RunState['step'], RunState['act']]

/** The state without its reason, which has its own rows. */
const placeOf = ({ step, act }: RunState) => [step, act]

describe('stateOf', () => {
  it.each<Row>([
    ['a new order', {}, 'initiating', 'initiate'],
    ['an order that was initiated', { initiation: 'made' }, 'waiting_for_market_maker', 'explain'],
    ['an order that can no longer be filled', { initiation: 'refused' }, 'waiting_for_expiry', 'take_back'],
    ['the same, sent ahead', { initiation: 'refused', isUnfunded: false }, 'refunding', 'take_back'],
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
    ['the same, past the source’s time', { ...kept, ...due }, 'refunding', 'take_back'],
    ['a secret that is out, too late', { isSecretOut: true, isDestinationOver: true }, 'waiting_for_refund', 'wait'],
  ])('%s: %j → %s, %s', (_name, over, step, act) => {
    expect(placeOf(stateOf({ ...facts, ...over }))).toEqual([step, act])
  })

  it.each<Row>([
    ['a time that is over', { ...due, status: 'source_initiated', isUnfunded: false }, 'refunding', 'take_back'],
    ['the same before anything was paid', due, 'waiting_for_expiry', 'take_back'],
    ['the same with the secret out', { ...due, isSecretOut: true }, 'refunding', 'take_back'],
    ['the same on both sides', { ...due, isSecretOut: true, isDestinationOver: true }, 'refunding', 'take_back'],
    ['an escrow past its time', { status: 'refundable', isUnfunded: false }, 'refunding', 'take_back'],
    [
      'the same, too early by the contract',
      { status: 'refundable', isUnfunded: false, refundFrom: cancelAfter },
      'waiting_for_refund',
      'take_back',
    ],
    ['an order that was never paid', { status: 'expired' }, 'waiting_for_expiry', 'take_back'],
    ['a claimed destination', { status: 'destination_claimed', isClaimed: true }, 'settling', 'explain'],
    [
      'the same, with the orderbook silent',
      { status: 'destination_claimed', isClaimed: true, ...silent },
      'settling',
      'end',
    ],
    ['the same, past the source’s time', { ...due, status: 'refundable', isClaimed: true }, 'settling', 'end'],
    [
      'the same, where its claim does not count yet',
      { ...due, status: 'refundable', isClaimed: true, shown: { destination_claim: false } },
      'settling',
      'explain',
    ],
    ['a complete order', { status: 'completed', isClaimed: true }, 'completed', 'end'],
    [
      'a complete order whose claim does not count yet',
      { status: 'completed', isClaimed: true, shown: { destination_claim: false } },
      'settling',
      'explain',
    ],
    ['a complete order, where no chain can be asked', { status: 'completed' }, 'completed', 'end'],
    ['an order that is complete by word alone', { status: 'completed', isClaimed: false }, 'revealing', 'reveal'],
    [
      'the same with the secret out',
      { status: 'completed', isClaimed: false, isSecretOut: true },
      'ensuring_claim',
      'ensure_claim',
    ],
  ])('%s: %j → %s, %s', (_name, over, step, act) => {
    expect(placeOf(stateOf({ ...facts, ...over }))).toEqual([step, act])
  })

  const refundReason = { code: 'SECRET_KEPT', until: cancelAfter }
  it.each<[string, Partial<RunFacts>, object | undefined]>([
    ['a secret that must stay', { revealRefusal: 'too late' }, { ...refundReason, message: /^too late/ }],
    ['a secret that came too late', { isSecretOut: true, isDestinationOver: true }, refundReason],
    ['a run that cannot reveal', { ...silent, canReveal: false }, refundReason],
    ['a claim without depth', { isClaimed: true, shown: { destination_claim: false } }, { code: 'CONFIRMING' }],
    [
      'a source that is not taken',
      { isClaimed: true, shown: { source_claim: false } },
      { code: 'SOURCE_CLAIM_PENDING' },
    ],
    ['a bridge that has not delivered', { isClaimed: true, shown: { delivery: false } }, { code: 'DELIVERY_PENDING' }],
    ['a claim that counts', { isClaimed: true, shown: { destination_claim: true } }, undefined],
  ])('names what %s waits for', (_name, over, reason) => {
    const { message, ...named } = { message: /./, ...reason }
    const told = stateOf({ ...facts, ...over }).reason
    if (reason === undefined) expect(told).toBeUndefined()
    else expect(told).toMatchObject({ ...named, message: expect.stringMatching(message) })
  })

  it('names the parts of an end for which no endpoint was given', () => {
    const completed = stateOf({ ...facts, status: 'completed', shown: { destination_claim: true } })
    expect(completed).toMatchObject({ outcome: 'completed', unverified: ['source_claim', 'delivery'] })
    expect(stateOf({ ...facts, ...silent, isClaimed: true })).toMatchObject({
      outcome: 'paid',
      unverified: ['destination_claim'],
    })
    const shown = { destination_claim: true, source_claim: true, delivery: true }
    expect(stateOf({ ...facts, status: 'completed', shown })).not.toHaveProperty('unverified')
  })
})
