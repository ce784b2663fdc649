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

/** What happens to an action, in its order: notes of the journal, and calls that are sent to a registry. */
function acting(journalFails = false) {
  const happened: unknown[] = []
  const note = async (entry: unknown) => {
    if (journalFails) throw new Error('the disk is full')
    happened.push(entry)
  }
  const sideOf = ({ chain, vault, registry, cancelAfter }: typeof source) => ({
    chain: { config: { chain }, registry, account: { address: address('5') }, panel: {} },
    vault,
    terms: { ...termsOf(cancelAfter), creator: address('5') },
    sender: {
      async send(job: Job) {
        const call = await job.prepare()
        await job.onNonce?.(nonces[chain as 'a' | 'b'])
        happened.push({ to: call?.to, deadline: job.deadline })
        return { txHash: '0x01' as Hex, fee: 0n }
      },
    },
  })
  const sides = { source: sideOf(source), destination: sideOf(destination) } as unknown as Sides
  const order = { quote_id: 'q', fill_by: 450 } as Order
  const act = makeAct({
    decideAgain: async (_order, _sides, action) => ({
      decision: { do: action } as never,
      secret: `0x${'5e'.repeat(32)}`,
    }),
    journal: {
      noteFunding: (of, funding, until) => note({ funded: of, funding, until }),
      noteConsent: (of, until) => note({ consented: of, until }),
    },
    ledger: { ...makeLedger(), promise: async () => ({ isPromised: true }) as never },
    promises: undefined,
  })
  return { happened, act: (action: Action) => act(order, sides, action) }
}

const termsOf = (cancelAfter: number) => ({
  token: nativeToken,
  recipient: address('6'),
  hopBridge: address('0'),
  amount: 1n,
  cancelAfter,
  commitmentHash: `0x${'7'.repeat(64)}` as Hex,
})

describe('an action', () => {
  it('that funds is in the journal before it is sent: its source, and where and under which nonce', async () => {
    const { happened, act } = acting()
    await act('fund_destination')
    expect(happened).toEqual([
      { funded: source.vault, funding: { vault: destination.vault, chain: 'b', nonce: 7 }, until: 900 },
      { to: destination.registry, deadline: 450 },
    ])
  })

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
    const { happened, act } = acting(true)
    await act(action)
    expect(happened).toEqual([{ to, deadline }])
  })

  it.each(['fund_destination', 'refund_source'] as const)('%s is not sent without its note', async (action) => {
    const { happened, act } = acting(true)
    await expect(act(action)).rejects.toThrow('the disk is full')
    expect(happened).toEqual([])
  })
})
