import { describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import type { EscrowTerms, VaultView } from '@tandem/escrow'
import type { KeeperJob } from '../../work/domain/work.ts'
import { decideJob, isUnfilled, jobsOf, mayBePrefunded } from './jobs.ts'

const hash = `0x${'ab'.repeat(32)}`
const cancelAfter = { source: 20_000, destination: 10_000 }
const delay = 60

type Facts = Partial<OrderWire['source_intent']>
const nothing: Facts = {
  create_tx_hash: null,
  claim_tx_hash: null,
  claim_timestamp: null,
  cancel_tx_hash: null,
  commitment: null,
  l1_hop: false,
}
const created: Facts = { create_tx_hash: hash }
const claimedAt = (seconds: number): Facts => ({
  ...created,
  claim_tx_hash: hash,
  claim_timestamp: new Date(seconds * 1000).toISOString(),
  commitment: hash,
})
/** An order with the fields that its jobs depend on. */
const order = (source: Facts, destination: Facts) =>
  ({
    source_intent: { ...nothing, cancel_after: cancelAfter.source, ...source },
    destination_intent: { ...nothing, cancel_after: cancelAfter.destination, ...destination },
  }) as OrderWire

describe('jobsOf', () => {
  it.each<[OrderWire['status'], string[]]>([
    ['completed', ['source', 'destination']],
    ['cancelled', ['source', 'destination']],
    ['conflict', []],
  ])('finds late deposits in the settled vaults of an order that is %s: %j', (status, sides) => {
    const settled = { ...order(claimedAt(5_000), { ...created, cancel_tx_hash: hash }), status }
    expect(jobsOf(settled, 30_000, delay)).toEqual(sides.map((side) => ({ type: 'sweep', side })))
  })

  it.each<[string, Facts, Facts, number, KeeperJob[]]>([
    ['an order under way', created, created, 5_000, []],
    ['a destination just past its time: its solver may do it', created, created, 10_059, []],
    ['a destination past its time', created, created, 10_060, [{ type: 'cancel', side: 'destination' }]],
    [
      'both past their time',
      created,
      created,
      20_060,
      [
        { type: 'cancel', side: 'source' },
        { type: 'cancel', side: 'destination' },
      ],
    ],
    [
      'a prefund that may lie there',
      {},
      { ...created, cancel_tx_hash: hash },
      20_060,
      [{ type: 'recover_prefund', side: 'source' }],
    ],
    ['a prefund that was recovered', { cancel_tx_hash: hash }, { cancel_tx_hash: hash }, 20_060, []],
    ['a secret just public: the solver may do it', created, claimedAt(5_000), 5_059, []],
    ['a secret public for a while', created, claimedAt(5_000), 5_060, [{ type: 'claim', side: 'source' }]],
    ['a secret public on the source alone', claimedAt(5_000), created, 5_060, [{ type: 'claim', side: 'destination' }]],
    ['a hop, which its recipient must sign', claimedAt(5_000), { ...created, l1_hop: true }, 5_060, []],
    ['a public secret, too late', created, claimedAt(5_000), 20_000, []],
    ['a public secret, past the time', created, claimedAt(5_000), 20_060, [{ type: 'cancel', side: 'source' }]],
    ['everything done', claimedAt(5_000), claimedAt(5_000), 30_000, []],
  ])('%s', (_, source, destination, now, jobs) => {
    expect(jobsOf(order(source, destination), now, delay)).toEqual(jobs)
  })
})

const terms = { cancelAfter: 10_000, amount: 5n } as EscrowTerms
const open: VaultView = { state: 'open', hasTerms: true, balance: 5n }
const at = (latest: VaultView, over: { chainTime?: number; atDepth?: VaultView; balance?: bigint } = {}) => ({
  latest,
  atDepth: over.atDepth ?? latest,
  headNumber: 1n,
  chainTime: over.chainTime ?? 10_000,
  terms,
  balance: over.balance ?? 5n,
})

describe('mayBePrefunded', () => {
  const at = { created_at: new Date(5_000_000).toISOString(), fill_by: null }
  it.each<[string, Partial<OrderWire>, number, boolean]>([
    ['a new order: its user may create the source', { status: 'created' }, 5_059, false],
    ['an order that waits for its source', { status: 'created' }, 5_060, true],
    ['an order under way', { status: 'source_initiated' }, 9_000, false],
    ['an order that can be filled', { status: 'created', fill_by: 5_061 }, 5_060, true],
    ['an order that cannot be filled any more', { status: 'created', fill_by: 5_060 }, 5_060, false],
    ['an order that is over', { status: 'expired' }, 9_000, false],
  ])('%s', (_, over, now, may) => {
    expect(mayBePrefunded({ ...order({}, {}), ...at, ...over }, now, delay)).toBe(may)
  })
})

describe('decideJob', () => {
  it.each<[string, KeeperJob['type'], ReturnType<typeof at>, string]>([
    ['cancel: its time is over', 'cancel', at(open), 'safe'],
    ['cancel: one second early by the chain’s clock', 'cancel', at(open, { chainTime: 9_999 }), 'wait'],
    ['cancel: not at depth', 'cancel', at(open, { atDepth: { state: 'missing' } }), 'wait'],
    ['cancel: reorged away', 'cancel', at({ state: 'missing' }), 'wait'],
    ['cancel: claimed meanwhile', 'cancel', at({ ...open, state: 'claimed' }), 'settled'],
    ['cancel: cancelled meanwhile', 'cancel', at({ ...open, state: 'cancelled' }), 'settled'],
    ['claim: in time', 'claim', at(open, { chainTime: 9_999 }), 'safe'],
    ['claim: too late', 'claim', at(open), 'refuse'],
    ['claim: claimed meanwhile', 'claim', at({ ...open, state: 'claimed' }), 'settled'],
    ['claim: cancelled', 'claim', at({ ...open, state: 'cancelled' }), 'refuse'],
    ['recover: money lies there', 'recover_prefund', at({ state: 'missing' }), 'safe'],
    ['recover: nothing lies there', 'recover_prefund', at({ state: 'missing' }, { balance: 0n }), 'refuse'],
    ['recover: early', 'recover_prefund', at({ state: 'missing' }, { chainTime: 9_999 }), 'wait'],
    ['recover: announced meanwhile', 'recover_prefund', at(open), 'settled'],
  ])('%s', (_, type, facts, decision) => {
    expect(decideJob(type, facts).type).toBe(decision)
  })
})

describe('isUnfilled', () => {
  const fillBy = 5_000
  const unfilled = { ...order(created, {}), status: 'source_initiated', maker_quote: {}, fill_by: fillBy } as OrderWire
  it.each<[string, OrderWire, number, boolean]>([
    ['just past its time: its maker may give it back itself', unfilled, fillBy + delay - 1, false],
    ['past its time', unfilled, fillBy + delay, true],
    ['of no maker', { ...unfilled, maker_quote: null }, fillBy + delay, false],
    ['without a time to fill', { ...unfilled, fill_by: null }, fillBy + delay, false],
    ['that was filled', { ...unfilled, ...order(created, created) }, fillBy + delay, false],
    ['whose source is settled', { ...unfilled, status: 'cancelled' }, fillBy + delay, false],
  ])('an order %s', (_name, given, now, expected) => {
    expect(isUnfilled(given, now, delay)).toBe(expected)
  })
})
