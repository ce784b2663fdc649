/** Requests and transactions with defaults, for unit tests and for tests on a database. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type EscrowTerms, hashSecret } from '@tandem/escrow'
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import type { Attempt, NewAttempt } from '../../src/transactions/ports.ts'
import type { Submission } from '../../src/work/ports.ts'

export const randomAddress = (): Address => toHex(randomBytes(20))

export const someTerms = (over: Partial<EscrowTerms> = {}): EscrowTerms => ({
  token: zeroAddress,
  creator: zeroAddress,
  recipient: zeroAddress,
  hopBridge: zeroAddress,
  amount: 1n,
  cancelAfter: 2_000_000_000,
  commitmentHash: hashSecret(`0x${'5e'.repeat(32)}`),
  ...over,
})

/** A claim as POST /claims submits it. */
export function aClaimSubmission({ chain = 'right', secret = toHex(randomBytes(32)) } = {}): Submission & {
  secret: Hex
} {
  const commitmentHash = hashSecret(secret)
  const escrow = { chain, vault: randomAddress(), terms: someTerms({ commitmentHash }) }
  const work = { kind: 'claim', source: escrow, destination: escrow, hop: null } as const
  return { orderId: randomUUID(), work, commitmentHash, secret }
}

/** An account that a nonce can be assigned to, with its money and what is reserved of it. */
export const aPayer = (chain = 'right') => ({ chain, address: randomAddress(), reserve: 0n, balance: 0n })

/** A transaction that was just signed. */
export function aNewAttempt(over: Partial<NewAttempt> = {}): NewAttempt {
  const raw = toHex(randomBytes(100))
  return {
    hash: keccak256(raw),
    number: 0,
    purpose: 'claim',
    gasLimit: 1n,
    raw,
    signedBlock: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    ...over,
  }
}

/** A transaction that was signed and sent at the beginning of Unix time. */
export function anAttempt(over: Partial<Attempt> & Pick<Attempt, 'key'>): Attempt {
  const { raw, ...signed } = aNewAttempt()
  const then = new Date(0)
  return {
    ...signed,
    createdAt: then,
    broadcastStartedAt: then,
    lastBroadcastAt: then,
    provider: 'right a',
    errorClass: null,
    outcome: null,
    ...over,
  }
}
