import { describe, expect, it } from '@jest/globals'
import type { OrderStatus } from '@tandem/contracts'
import { encodeCreateEscrow, encodeRecoverPrefund, encodeSweep, nativeToken } from '@tandem/escrow'
import { anIntent, anOrder } from '../../../test/support/builders.ts'
import { explainOrder } from './explanation.ts'
import { deriveNextAction, escrowTerms } from './next-action.ts'
import type { Intent } from './order.ts'
import { isFundingRead, type Prefund, withPrefund } from './prefund.ts'

const fillBefore = 10_000
const fact = { txHash: `0x${'a'.repeat(64)}`, blockNumber: 1, timestamp: new Date(1_000) } as const

type Given = { status?: OrderStatus; source?: Partial<Intent>; nowSecs?: number; initiateBy?: number }

function advice(prefund: Prefund | null, o: Given = {}) {
  const isOver = o.status === 'expired'
  const source = anIntent('source', { status: isOver ? 'expired' : 'awaiting', ...o.source })
  const destination = anIntent('destination', { status: isOver ? 'expired' : 'awaiting' })
  const order = anOrder({ source, destination, status: o.status ?? 'created', initiateBy: o.initiateBy ?? null })
  const nowSecs = o.nowSecs ?? 0
  const view = { prefund, fillBefore, nowSecs }
  return {
    source,
    next: withPrefund(order, deriveNextAction(order, 600, null, nowSecs), view),
    youCan: explainOrder(order, 600, null, nowSecs, view).youCan.join('\n'),
  }
}
const holds = (amount: bigint, native = 0n): Prefund => ({ amount, native })

describe('an order whose source vault does not exist', () => {
  it('and holds nothing asks for its amount, until it can no longer be filled in time', () => {
    const { next, source } = advice(holds(0n))
    expect(next).toMatchObject({ action: 'initiate_source', deadline: fillBefore, call: { to: source.tokenAddress } })
    expect(advice(null).next).toMatchObject({ action: 'initiate_source' })
    expect(advice(holds(0n), { nowSecs: fillBefore }).next).toBeNull()
  })

  it.each([
    ['its amount', 25_000_000n, ''],
    ['more than its amount', 25_000_001n, 'The 1 above it'],
  ])('and holds %s is to be created', (_name, amount, said) => {
    const { next, source } = advice(holds(amount))
    expect(next?.action).toBe('initiate_source')
    expect(next?.call).toEqual({
      to: source.registryAddress,
      data: encodeCreateEscrow(escrowTerms(source)),
      value: 0n,
    })
    expect(next?.description).toContain(said)
  })

  it('and holds too little asks for the rest, and says how to take it back', () => {
    const { next, source, youCan } = advice(holds(24_999_999n))
    expect(next).toMatchObject({ action: 'initiate_source', call: { to: source.tokenAddress } })
    expect(next?.call?.data.endsWith('1'.padStart(64, '0'))).toBe(true)
    expect(next?.description).toContain('24999999 of 25000000')
    expect(youCan).toContain('recoverPrefund')
    expect(youCan).not.toContain('Do nothing')
  })

  it.each<[string, Given]>([
    ['is expired', { status: 'expired' }],
    ['cannot be filled in time any more', { nowSecs: fillBefore }],
    ['its maker is no longer bound', { nowSecs: 5_000, initiateBy: 5_000 }],
  ])('holds something and %s: it is to be recovered, to its creator', (_name, over) => {
    const { next, source, youCan } = advice(holds(25_000_000n), over)
    expect(next).toMatchObject({
      actor: 'user',
      action: 'recover_prefund',
      chain: source.chain,
      call: { to: source.registryAddress, data: encodeRecoverPrefund(escrowTerms(source)), value: 0n },
    })
    expect(next?.description).toContain(source.creator)
    expect(youCan).not.toContain('Nothing is left to do')
  })

  it('is left alone when it is expired and holds nothing', () => {
    const { next, youCan } = advice(holds(0n), { status: 'expired' })
    expect(next).toBeNull()
    expect(youCan).toContain('Nothing is left to do')
  })

  it('says how to take back native tokens that a token escrow cannot use', () => {
    expect(advice(holds(0n, 7n)).youCan).toMatch(/7 wei.*recoverPrefund.*sweep/)
  })

  it('of native tokens is created by sending them, whatever lies there: that is only to be taken back', () => {
    const { next, youCan } = advice(holds(25_000_000n, 25_000_000n), { source: { tokenAddress: nativeToken } })
    expect(next?.call?.value).toBe(25_000_000n)
    expect(youCan).toContain('recoverPrefund')
  })

  it('is over once it was created: its facts decide', () => {
    const created = advice(holds(1n), { status: 'source_initiated', source: { create: fact, status: 'created' } })
    expect(created.next?.action).toBe('initiate_destination')
  })
})

describe('an order whose source vault has settled', () => {
  const cancelled = { status: 'cancelled' as const, source: { cancel: fact, status: 'cancelled' as const } }

  it('and holds what came late has it swept, to its creator', () => {
    const { next, source, youCan } = advice(holds(9n, 4n), cancelled)
    expect(next).toMatchObject({
      actor: 'user',
      action: 'recover_prefund',
      call: { to: source.registryAddress, data: encodeSweep(escrowTerms(source), source.tokenAddress), value: 0n },
    })
    expect(youCan).toMatch(/9 base units.*sweep/)
    expect(youCan).toMatch(/4 wei.*sweep/)
    expect(youCan).not.toContain('Nothing is left to do')
  })

  it('and holds nothing is left alone', () => {
    expect(advice(holds(0n), cancelled).next).toBeNull()
    expect(advice(holds(0n), cancelled).youCan).toContain('Nothing is left to do')
  })

  it('goes on as its facts say while the other side is open', () => {
    const source = { claim: fact, create: fact, status: 'claimed' as const }
    expect(advice(holds(9n), { status: 'destination_claimed', source }).next?.action).toBe('claim_source')
  })

  it.each([
    ['completed', { claim: fact }, 0, false],
    ['cancelled', { cancel: fact }, 7 * 86_400, true],
    ['cancelled', { cancel: fact }, 7 * 86_400 + 1, false],
    ['expired', {}, 30 * 86_400, true],
    ['source_initiated', { create: fact }, 0, false],
  ] as const)('%s with %j at %i is looked at: %s', (status, source, nowSecs, isRead) => {
    expect(isFundingRead(anOrder({ status, source: anIntent('source', source) }), nowSecs)).toBe(isRead)
  })
})
