import { describe, expect, it } from '@jest/globals'
import { nativeToken } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Address, Hex } from 'viem'
import type { Job } from '../chain/sender.ts'
import { makeLedger } from '../domain/ledger.ts'
import { type Action, makeAct } from './act.ts'
import type { Sides } from './sides.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as Address
const [source, destination] = [
  { chain: 'a', vault: address('a'), registry: address('1'), cancelAfter: 900 },
  { chain: 'b', vault: address('b'), registry: address('2'), cancelAfter: 500 },
]
const nonces = { a: 3, b: 7 }

interface Given {
  journalFails?: boolean
  /** What the second decision says, where it differs from the first one. */
  decides?: string
  /** The account holds less than the destination needs. */
  isShort?: boolean
}

/** Records what happens to an action, in order: the notes in the journal, and the calls that are sent to a registry. */
function acting({ journalFails = false, decides, isShort = false }: Given = {}) {
  const happened: unknown[] = []
  const promised: unknown[] = []
  const note = async (entry: unknown) => {
    if (journalFails) throw new Error('the disk is full')
    happened.push(entry)
  }
  const sideOf = ({ chain, vault, registry, cancelAfter }: typeof source) => ({
    chain: { config: { chain }, registry, account: { address: address('5') }, quorum: {} },
    vault,
    terms: { ...termsOf(cancelAfter), creator: address('5') },
    sender: {
      async send(job: Job) {
        const call = await job.prepare()
        if (call === undefined) return undefined
        await job.onNonce?.(nonces[chain as 'a' | 'b'])
        happened.push({ to: call.to, deadline: job.deadline, ...(job.needsDecision && { needsDecision: true }) })
        return { txHash: '0x01' as Hex, fee: 0n }
      },
    },
  })
  const sides = { source: sideOf(source), destination: sideOf(destination) } as unknown as Sides
  const order = { quote_id: 'q', fill_by: 450 } as Order
  const act = makeAct({
    decideAgain: async (_order, _sides, action) => ({
      decision: { do: decides ?? action } as never,
      secret: `0x${'5e'.repeat(32)}`,
    }),
    journal: {
      fundings: () => [],
      noteOrder: (order, until) => note({ order, until }),
      noteFunding: (of, funding, until) => note({ funded: of, funding, until }),
      noteConsent: (of, until) => note({ consented: of, until }),
    },
    ledger: {
      ...makeLedger(),
      async promise(token, key, amount) {
        promised.push({ token, key, amount })
        return { isPromised: !isShort, free: 0n }
      },
    },
    promises: undefined,
    risk: {
      take: () => undefined,
      fund: () => undefined,
      giveUp: () => undefined,
      recordOf: () => 'what it is' as never,
    },
  })
  return { happened, promised, act: (action: Action) => act(order, sides, action) }
}

const termsOf = (cancelAfter: number) => ({
  token: nativeToken,
  recipient: address('6'),
  hopBridge: address('0'),
  amount: BigInt(cancelAfter),
  cancelAfter,
  commitmentHash: `0x${'7'.repeat(64)}` as Hex,
})

describe('an action', () => {
  it('that funds is in the journal before it is sent: its source, and where and under which nonce', async () => {
    const { happened, act } = acting()
    await act('fund_destination')
    expect(happened).toEqual([
      { order: 'what it is', until: 900 },
      { funded: source.vault, funding: { vault: destination.vault, chain: 'b', nonce: 7 }, until: 900 },
      { to: destination.registry, deadline: 450, needsDecision: true },
    ])
  })

  it('that funds promises the money of its destination first, and is not sent without it', async () => {
    const { happened, promised, act } = acting({ isShort: true })
    expect(await act('fund_destination')).toBeUndefined()
    expect([happened, promised]).toEqual([
      [],
      [{ token: `b:${nativeToken.toLowerCase()}`, key: destination.vault, amount: 500n }],
    ])
  })

  it.each(['fund_destination', 'refund_source', 'claim_source'] as const)(
    '%s is not sent when the second decision is another',
    async (action) => {
      const { happened, promised, act } = acting({ decides: 'wait' })
      expect(await act(action)).toBeUndefined()
      expect([happened, promised]).toEqual([[], []])
    },
  )

  it('that gives the source back is in the journal before it is sent', async () => {
    const { happened, act } = acting()
    await act('refund_source')
    expect(happened).toEqual([
      { consented: source.vault, until: 900 },
      { to: source.registry, deadline: 450 },
    ])
  })

  it.each([
    ['claim_source', source.registry, source.cancelAfter],
    ['cancel_destination', destination.registry, destination.cancelAfter],
  ] as const)('%s is sent until its own deadline, and needs no note', async (action, to, deadline) => {
    const { happened, act } = acting({ journalFails: true })
    await act(action)
    expect(happened).toEqual([{ to, deadline }])
  })

  it.each(['fund_destination', 'refund_source'] as const)('%s is not sent without its note', async (action) => {
    const { happened, act } = acting({ journalFails: true })
    await expect(act(action)).rejects.toThrow('the disk is full')
    expect(happened).toEqual([])
  })
})
