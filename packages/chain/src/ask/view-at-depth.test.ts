import { describe, expect, it } from '@jest/globals'
import { escrowEventTopics, type VaultView } from '@tandem/escrow'
import { type Address, type Hex, pad } from 'viem'
import { type AtDepth, type AtDepthFacts, type Shown, viewAtDepth } from './view-at-depth.ts'

const registry: Address = '0x00000000000000000000000000000000000000Aa'
const vault: Address = '0x00000000000000000000000000000000000000Bb'
const other: Address = '0x00000000000000000000000000000000000000cc'
const amount = 25n
const [createdTopic, claimedTopic, dispatchedTopic, cancelledTopic] = escrowEventTopics as [Hex, Hex, Hex, Hex]
const hashOf = (block: bigint): Hex => pad(`0x${block.toString(16).padStart(2, '0')}`)

type ShownAt = Partial<Omit<Shown, 'logs'>> & { address?: Address; of?: Address }
const shownAt = (
  topic: Hex,
  blockNumber: bigint,
  { address = registry, of = vault, ...over }: ShownAt = {},
): Shown => ({
  isSuccess: true,
  blockNumber,
  blockHash: hashOf(blockNumber),
  canonicalHash: hashOf(blockNumber),
  logs: [{ address, topics: [topic, pad(of)] }],
  ...over,
})
const created = (block: bigint, over?: ShownAt) => shownAt(createdTopic, block, over)
const claimed = (block: bigint, over?: ShownAt) => shownAt(claimedTopic, block, over)
const cancelled = (block: bigint, over?: ShownAt) => shownAt(cancelledTopic, block, over)

const missing: VaultView = { state: 'missing' }
const otherTerms: VaultView = { state: 'open', hasTerms: false, balance: 0n }
const is = (state: 'open' | 'claimed' | 'cancelled', balance = 30n): VaultView => ({ state, hasTerms: true, balance })
/** The head is block 300, and facts count up to block 61: a depth of 240. */
const decide = (latest: VaultView, ...shown: Shown[]): AtDepth =>
  viewAtDepth({ registry, vault, amount, latest, headNumber: 300n, counted: 61n, shown } satisfies AtDepthFacts)

const notCreated = { unknown: 'the transaction that created it was not found' }
const changed = { unknown: 'the chain changed while the vault was read' }

describe('viewAtDepth', () => {
  it.each<[string, VaultView, Shown[], AtDepth]>([
    ['it was created in the counted block', is('open'), [created(61n)], { view: is('open') }],
    ['it was created long before', is('open'), [created(1n)], { view: is('open') }],
    ['a receipt and a log show one creation', is('open'), [created(61n), created(61n)], { view: is('open') }],
    [
      'its address is in capitals',
      is('open'),
      [created(61n, { of: '0x00000000000000000000000000000000000000BB' })],
      { view: is('open') },
    ],
    ['it holds less than its amount at the head', is('open', 3n), [created(61n)], { view: is('open', 3n) }],
    ['it was created a block too late', is('open'), [created(62n)], { view: missing }],
    ['it was created in the head', is('open'), [created(300n)], { view: missing }],
    ['it is missing at the head', missing, [], { view: missing }],
    ['it is missing at the head, whatever is shown', missing, [created(1n)], { view: missing }],
    ['the address is of other terms', otherTerms, [created(61n)], { view: otherTerms }],
    [
      'it was created, and then claimed above',
      is('claimed', 0n),
      [created(61n), claimed(62n)],
      { view: is('open', amount) },
    ],
    [
      'it was created, and then cancelled above',
      is('cancelled', 0n),
      [created(61n), cancelled(299n)],
      { view: is('open', amount) },
    ],
    ['it was created and claimed above', is('claimed', 0n), [created(62n), claimed(63n)], { view: missing }],
    ['it was claimed at depth', is('claimed', 0n), [created(2n), claimed(61n)], { view: is('claimed', 0n) }],
    ['its claim at depth alone is shown', is('claimed', 0n), [claimed(61n)], { view: is('claimed', 0n) }],
    [
      'it was dispatched over a bridge at depth',
      is('claimed', 0n),
      [shownAt(dispatchedTopic, 61n)],
      { view: is('claimed', 0n) },
    ],
    ['it was cancelled at depth', is('cancelled', 0n), [cancelled(60n)], { view: is('cancelled', 0n) }],
    ['a prefund was given back at depth', is('cancelled', 0n), [cancelled(61n)], { view: is('cancelled', 0n) }],
  ])('says what stood there where %s', (_case, latest, shown, expected) => {
    expect(decide(latest, ...shown)).toEqual(expected)
  })

  it.each<[string, VaultView, Shown[], AtDepth]>([
    ['nothing is shown', is('open'), [], notCreated],
    ['the hash is of another transaction', is('open'), [{ ...created(61n), logs: [] }], notCreated],
    ['another registry says so', is('open'), [created(61n, { address: other })], notCreated],
    ['another vault was created', is('open'), [created(61n, { of: other })], notCreated],
    [
      'the log names no vault',
      is('open'),
      [{ ...created(61n), logs: [{ address: registry, topics: [createdTopic] }] }],
      notCreated,
    ],
    ['the registry logged something else of it', is('open'), [shownAt(hashOf(7n), 61n)], notCreated],
    ['the transaction failed', is('open'), [created(61n, { isSuccess: false })], notCreated],
    ['a reorg took its block away', is('open'), [created(61n, { canonicalHash: hashOf(9n) })], notCreated],
    ['it was claimed above the head', is('open'), [claimed(301n)], notCreated],
    [
      'it was claimed, and nothing says when',
      is('claimed', 0n),
      [created(1n)],
      { unknown: 'the transaction that claimed it was not found' },
    ],
    [
      'it was cancelled, and nothing says when',
      is('cancelled', 0n),
      [created(1n)],
      { unknown: 'the transaction that cancelled it was not found' },
    ],
    ['it was claimed above, and nothing says when it was created', is('claimed', 0n), [claimed(62n)], notCreated],
    ['it is open, and a claim is shown', is('open'), [created(1n), claimed(2n)], changed],
    ['it is claimed, and a cancellation is shown', is('claimed', 0n), [created(1n), cancelled(2n)], changed],
    ['it was created twice, by two branches', is('open'), [created(1n), created(290n)], changed],
    ['it was settled twice, by two branches', is('claimed', 0n), [claimed(1n), claimed(290n)], changed],
  ])('does not know where %s', (_case, latest, shown, expected) => {
    expect(decide(latest, ...shown)).toEqual(expected)
  })

  it('counts the creation of the chain as it is: created anew after a reorg, it is too shallow again', () => {
    expect(decide(is('open'), created(61n, { canonicalHash: hashOf(8n) }), created(250n))).toEqual({ view: missing })
  })
})
