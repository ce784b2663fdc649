import { describe, expect, it } from '@jest/globals'
import { primeNetwork } from '../../../test/support/prime-config.ts'
import {
  hopNeededUntil,
  isWorthAsking,
  nextCheckSecs,
  type WaitingOrder,
  whyGivenUp,
  whyNeverFilled,
} from './waiting.ts'

const now = 1_900_000_000
const [source, destination] = primeNetwork().chains
if (source === undefined || destination === undefined) throw new Error('the network has two chains')
/** Seconds that a fill must leave on the destination: three blocks of 1,013 ms, and 131 s for a claim. */
const revealSecs = 4 + 131
/** Seconds that an unpaid order needs until then: five blocks of 2,003 ms on the source, and 30 s of the maker's work. */
const fillSecs = 11 + 30 + revealSecs

const anOrder = (over: Partial<WaitingOrder> = {}): WaitingOrder => ({
  status: 'created',
  isPaid: false,
  initiateBy: null,
  fillBy: null,
  cancelAfter: now + 3_600,
  rules: { source, destination, minMarginSecs: 1_801, worthUsd: 1 },
  ...over,
})
const paid = { status: 'source_initiated', isPaid: true } as const

describe('whether an order can still be filled', () => {
  it.each<[string, Partial<WaitingOrder>, string | undefined]>([
    ['nobody has paid it, and there is time', {}, undefined],
    ['it is paid, and there is time', paid, undefined],
    ['the maker is bound for another second', { initiateBy: now + 1 }, undefined],
    ['the maker is not bound any more', { initiateBy: now }, 'the source was not created in time'],
    ['it was paid while the maker was bound', { ...paid, initiateBy: now }, undefined],
    ['the maker fills for another second', { ...paid, fillBy: now + 1 }, undefined],
    ['the maker fills no more', { ...paid, fillBy: now }, 'the maker funds the destination no more'],
    ['there is just enough time to pay and fill', { cancelAfter: now + fillSecs }, undefined],
    ['a second less', { cancelAfter: now + fillSecs - 1 }, 'too little time is left to fill the order'],
    ['there is just enough time to fill', { ...paid, cancelAfter: now + revealSecs }, undefined],
    ['a second less', { ...paid, cancelAfter: now + revealSecs - 1 }, 'too little time is left to fill the order'],
    ['it is filled', { status: 'destination_initiated', isPaid: true, fillBy: now, cancelAfter: now }, undefined],
  ])('%s', (_what, over, expected) => {
    expect(whyNeverFilled(anOrder(over), now)).toBe(expected)
  })
})

describe('when a claim that waits is given up', () => {
  it('ten minutes after its order could be paid, in case the orderbook shows the source late', () => {
    const order = anOrder({ initiateBy: now })
    expect(whyGivenUp(order, now + 599)).toBeUndefined()
    expect(whyGivenUp(order, now + 600)).toBe('the source was not created in time')
  })

  it('not while its order is paid: the chains decide', () => {
    expect(whyGivenUp(anOrder({ ...paid, fillBy: now }), now + 1_000)).toBeUndefined()
  })
})

describe('when the chains are asked for a claim that waits', () => {
  it.each<[string, Partial<WaitingOrder>, boolean]>([
    ['not before the order is paid', {}, false],
    ['not before it is filled', paid, false],
    ['once it is filled', { status: 'destination_initiated', isPaid: true }, true],
    ['once it is settled', { status: 'completed', isPaid: true }, true],
    ['once it was taken back', { status: 'cancelled', isPaid: true }, true],
    ['not in the last second but one', { ...paid, cancelAfter: now + 132 }, false],
    ['in the last second', { ...paid, cancelAfter: now + 131 }, true],
    ['before it is given up', { initiateBy: now - 600 }, true],
  ])('%s', (_what, over, expected) => {
    expect(isWorthAsking(anOrder(over), now)).toBe(expected)
  })
})

describe('when a claim that waits is checked again', () => {
  it.each<[string, Partial<WaitingOrder>, number]>([
    ['in a minute', {}, 60],
    ['at its last second, when that is earlier', { cancelAfter: now + 131 + 7 }, 7],
    ['in ten seconds once it is filled', { status: 'destination_initiated', isPaid: true }, 10],
    ['in ten seconds past its last second', { cancelAfter: now + 131 }, 10],
  ])('%s', (_what, over, expected) => {
    expect(nextCheckSecs(anOrder(over), now)).toBe(expected)
  })
})

describe('how long a hop payload must hold to wait', () => {
  it('until a claim of what was filled at the last moment', () => {
    expect(hopNeededUntil(anOrder({ fillBy: now + 900 }))).toBe(now + 900 + revealSecs)
  })

  it('until the end where the maker named no moment, and never longer', () => {
    expect(hopNeededUntil(anOrder())).toBe(now + 3_600)
    expect(hopNeededUntil(anOrder({ fillBy: now + 3_599 }))).toBe(now + 3_600)
  })
})
