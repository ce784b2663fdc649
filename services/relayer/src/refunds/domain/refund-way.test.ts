import { describe, expect, it } from '@jest/globals'
import { type RefundFacts, wayOfRefund } from './refund-way.ts'

const open: RefundFacts = { state: 'open', balance: 5n, least: 5n, isOver: false, isConsented: false }

describe('wayOfRefund', () => {
  it.each<[string, Partial<RefundFacts>, string]>([
    ['an escrow within its time', {}, 'too_early'],
    ['an escrow whose recipient agrees', { isConsented: true }, 'consent'],
    ['an escrow past its time', { isOver: true }, 'cancel'],
    ['an escrow past its time needs no consent', { isOver: true, isConsented: true }, 'cancel'],
    ['tokens that were never announced', { state: 'missing' }, 'too_early'],
    ['no tokens', { state: 'missing', balance: 0n, isOver: true }, 'nothing_there'],
    ['tokens that were never announced, past the time', { state: 'missing', isOver: true }, 'recover_prefund'],
    ['a trifle that was never announced', { state: 'missing', balance: 4n, isOver: true }, 'nothing_there'],
    ['a trifle that came after the claim', { state: 'claimed', balance: 4n }, 'settled'],
    ['an escrow past its time, of whatever amount', { balance: 4n, isOver: true }, 'cancel'],
    ['a claimed escrow', { state: 'claimed', balance: 0n }, 'settled'],
    ['a cancelled escrow', { state: 'cancelled', balance: 0n, isOver: true }, 'settled'],
    ['tokens that came after the claim', { state: 'claimed' }, 'sweep'],
  ])('%s: %j → %s', (_, over, way) => {
    expect(wayOfRefund({ ...open, ...over })).toBe(way)
  })
})
