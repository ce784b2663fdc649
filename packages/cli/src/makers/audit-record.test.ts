import { describe, expect, it } from '@jest/globals'
import { type MakerFact, type MakerRecordWire, makerOutcome, makerRecord } from '@tandem/contracts'
import { type Hex, zeroAddress } from 'viem'
import type { ChainEvent } from '../read-events.ts'
import { type AuditedChain, auditRecord, type QuotedOrder } from './audit-record.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const [maker, user, usdcA, usdcB] = [address('1'), address('2'), address('3'), address('4')]
const now = 1_000_000

/** An order of the maker: its source was created at 100, and must be filled before 200. */
function orderOf(id: string) {
  const [source, destination, commitmentHash] = [address(`${id}a`.slice(0, 1)), address('e'), hash(id)]
  const message = {
    quote_id: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
    source_asset: 'a:usdc',
    source_chain_id: 1,
    source_token: usdcA,
    source_amount: '10',
    source_recipient: maker,
    destination_asset: 'b:usdc',
    destination_chain_id: 2,
    destination_token: usdcB,
    destination_amount: '9',
    destination_creator: maker,
    hop_relayer_fee: '0',
    initiate_by: now + 150,
    fill_by: now + 200,
    expires_at: now + 50,
  }
  const quote = { maker_id: 'one', signer: maker, message, signature: hash('0') }
  const terms = { commitmentHash, hopBridge: zeroAddress, cancelAfter: now + 9_999 }
  const created = (vault: Hex, over: Partial<Extract<ChainEvent, { type: 'created' }>> = {}): ChainEvent => ({
    ...{ type: 'created', vault, creator: user, recipient: maker, token: usdcA, amount: 10n, ...terms },
    ...{ at: now + 100, txHash: hash('7'), ...over },
  })
  const filled = (vault: Hex, over: Partial<Extract<ChainEvent, { type: 'created' }>> = {}) =>
    created(vault, { creator: maker, recipient: user, token: usdcB, amount: 9n, at: now + 150, ...over })
  const fact: MakerFact = {
    order_id: `order-${id}`,
    maker_quote: quote,
    source: { chain: 'a', swap_id: source, create_tx_hash: hash('7'), created_at: now + 100 },
    destination: { chain: 'b', swap_id: destination, create_tx_hash: hash('7'), created_at: now + 150, depth_secs: 5 },
    refunded_at: null,
    halted: false,
  }
  return { fact, source, destination, created, filled }
}

const counted = { a: now + 500, b: now + 500 }
const chain = (name: 'a' | 'b', events: ChainEvent[]): AuditedChain => ({
  ...{ chain: name, chainId: name === 'a' ? 1 : 2, events, depthSecs: 5, headTime: now + 600 },
})

/** A record as the orderbook computes it from these facts. */
function recordOf(facts: MakerFact[], over: Partial<MakerRecordWire> = {}): MakerRecordWire {
  const { benchedUntil, ...numbers } = makerRecord(facts, [], { countedTo: counted, at: now + 500 })
  return {
    ...{
      maker_id: 'one',
      computed_at: now + 500,
      counted_to: counted,
      asked: 1,
      ...numbers,
      benched_until: benchedUntil,
    },
    ...{ faults: [], next_cursor: null },
    evidence: facts.map((fact) => ({ ...fact, outcome: makerOutcome(fact, counted) })),
    ...over,
  }
}

const { fact, source, destination, created, filled } = orderOf('5')
const shown = [chain('a', [created(source)]), chain('b', [filled(destination)])]
const unfilled = [chain('a', [created(source)]), chain('b', [])]
const faded: MakerFact = { ...fact, destination: { ...fact.destination, create_tx_hash: null, created_at: null } }
const aboutOf = (record: MakerRecordWire, chains: AuditedChain[], kept: QuotedOrder[] = []) =>
  auditRecord(record, chains, kept).differences.map(({ about }) => about)

describe('auditRecord', () => {
  it('equals a true record of a fill, and one of a fade', () => {
    expect(auditRecord(recordOf([fact]), shown)).toMatchObject({ derived: { fills: 1, fades: 0 }, differences: [] })
    expect(auditRecord(recordOf([faded]), unfilled)).toMatchObject({ derived: { fills: 0, fades: 1 }, differences: [] })
  })

  it('counts what came after the record was computed for nothing', () => {
    const late = [chain('a', [created(source)]), chain('b', [filled(destination, { at: now + 501 })])]
    expect(aboutOf(recordOf([faded]), late)).toEqual([])
  })

  it('sees a refund', () => {
    const back: ChainEvent = { type: 'cancelled', vault: source, at: now + 300, txHash: hash('8') } as ChainEvent
    const chains = [chain('a', [created(source), back]), chain('b', [])]
    expect(aboutOf(recordOf([faded]), chains)).toEqual(['refunded_at'])
    expect(aboutOf(recordOf([{ ...faded, refunded_at: now + 300 }]), chains)).toEqual([])
  })

  it('says which orders the orderbook alone excuses', () => {
    expect(auditRecord(recordOf([{ ...faded, halted: true }]), unfilled)).toMatchObject({
      differences: [],
      excusedByWord: ['order-5'],
    })
  })

  const fade = [
    'destination.created_at',
    'destination.create_tx_hash',
    'outcome',
    'fills',
    'fades',
    'strikes',
    'benched_until',
  ]
  it.each<[string, MakerRecordWire, AuditedChain[], string[]]>([
    ['a fill that is no fill', recordOf([fact]), unfilled, fade],
    ['a fade that is none', recordOf([faded]), shown, fade],
    [
      'a fade by another vault than the maker funded',
      recordOf([{ ...faded, destination: { ...faded.destination, swap_id: address('f') } }]),
      shown,
      ['destination escrow'],
    ],
    [
      'a fill of too little',
      recordOf([fact]),
      [chain('a', [created(source)]), chain('b', [filled(destination, { amount: 8n })])],
      fade,
    ],
    [
      'a fill by another party',
      recordOf([fact]),
      [chain('a', [created(source)]), chain('b', [filled(destination, { creator: user })])],
      fade,
    ],
    [
      'a fill that came late',
      recordOf([fact]),
      [chain('a', [created(source)]), chain('b', [filled(destination, { at: now + 200 })])],
      fade.filter((about) => about !== 'destination.create_tx_hash'),
    ],
    ['a source that no chain shows', recordOf([fact]), [chain('a', []), chain('b', [])], ['source escrow']],
    [
      'a source of another amount than the maker signed',
      recordOf([fact]),
      [chain('a', [created(source, { amount: 11n })]), chain('b', [filled(destination)])],
      ['source escrow'],
    ],
    ['a number that its evidence does not give', recordOf([fact], { fills: 2 }), shown, ['fills']],
    [
      'a time that no block has reached',
      recordOf([fact], { counted_to: { ...counted, b: now + 601 } }),
      shown,
      ['counted_to of b'],
    ],
  ])('finds %s', (_name, record, chains, abouts) => {
    expect(aboutOf(record, chains)).toEqual(abouts)
  })

  it('finds an order of the auditor that the record hides', () => {
    const kept = { order_id: 'order-5', maker_quote: fact.maker_quote, source: fact.source }
    expect(aboutOf(recordOf([]), unfilled, [kept])).toEqual(['order'])
    expect(aboutOf(recordOf([faded]), unfilled, [kept])).toEqual([])
    expect(aboutOf(recordOf([], { counted_to: {} }), unfilled, [kept])).toEqual([])
  })
})
