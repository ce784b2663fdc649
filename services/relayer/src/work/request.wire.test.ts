import { describe, expect, it } from '@jest/globals'
import type { Address, Hex } from 'viem'
import type { Attempt } from '../transactions/ports.ts'
import type { WorkRequest } from './domain/work.ts'
import { claimWire } from './request.wire.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}` as Hex
const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as Address[]
const signed = (digit: string, number: number, outcome: Attempt['outcome'] = null, signer = one, nonce = 5n) =>
  ({
    hash: hash(digit),
    key: { signer, nonce },
    number,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    gasLimit: 1n,
    provider: null,
    errorClass: null,
    outcome,
    createdAt: new Date(0),
    broadcastStartedAt: new Date(0),
  }) as unknown as Attempt

/** What the claim says of each transaction: its outcome, and the transaction that replaced it. */
function ledger(attempts: Attempt[], txHash: Hex | null, state: WorkRequest['state'] = 'mined') {
  const request = {
    ...{ id: 'c', orderId: 'o', state, txHash, errorCode: null, createdAt: new Date(0), updatedAt: new Date(0) },
    work: { kind: 'claim', destination: { chain: 'a', vault: one } },
  } as unknown as WorkRequest
  const { attempts: wire, claim_tx_hash } = claimWire(request, attempts)
  return { claim: claim_tx_hash, of: wire.map((at) => [at.outcome, at.replaced_by?.slice(2, 3) ?? null]) }
}

describe("a claim's ledger", () => {
  it('says that each attempt was replaced by the next while none is mined', () => {
    expect(ledger([signed('a', 1), signed('b', 2)], null).of).toEqual([
      ['replaced', 'b'],
      ['sent', null],
    ])
  })

  it('calls the one that was mined so, also when another was signed after it', () => {
    const attempts = [signed('a', 1, 'mined'), signed('b', 2), signed('c', 3)]
    expect(ledger(attempts, hash('a')).of).toEqual([
      ['mined', null],
      ['replaced', 'a'],
      ['replaced', 'a'],
    ])
  })

  it('agrees with the transaction of the claim where an outcome was noted of another attempt', () => {
    // A reorg took the second transaction out of its block, and then the first one was mined.
    expect(ledger([signed('a', 1), signed('b', 2, 'mined')], hash('a')).of).toEqual([
      ['mined', null],
      ['replaced', 'a'],
    ])
  })

  it('keeps what reverted, and says nothing of the nonces of other signers', () => {
    const attempts = [signed('a', 1, 'reverted'), signed('b', 2), signed('c', 1, 'mined', other, 9n)]
    expect(ledger(attempts, hash('c')).of).toEqual([
      ['reverted', null],
      ['replaced', 'a'],
      ['mined', null],
    ])
  })
})
