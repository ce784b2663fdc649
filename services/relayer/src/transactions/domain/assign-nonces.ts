import { maxFilledNonces } from '@tandem/chain/sending'
import type { Address } from 'viem'

/** A request that may be given its first nonce, with the signer that was chosen for it. */
export interface Applicant {
  id: string
  chain: string
  signer: Address
  /** The name of the applicant's group. Applicants of one group share a nonce. */
  together: string
  /** How many applicants the group must have to be given a nonce. */
  least: number
  /** What the transaction may cost, in wei. */
  reserve: bigint
  /** What the signer holds, in wei. */
  balance: bigint
  /** The signer's next nonce by the latest block. */
  mined: bigint
}

/** What is stored about a signer, read while its row is locked. */
export interface SignerRow {
  chain: string
  address: Address
  next: bigint
  /** What is reserved for those of the signer's nonces that are not used yet, in wei. */
  reserved: bigint
}

export interface NewNonce {
  chain: string
  signer: Address
  nonce: bigint
  reserve: bigint
  members: readonly string[]
}

export interface Assignment {
  nonces: readonly NewNonce[]
  /** The next nonces of the signers that a nonce was taken from. */
  counters: readonly { chain: string; address: Address; next: bigint }[]
}

/**
 * The nonce that a signer gives next, which is never one that is mined. The counter follows others who use the same key, but only
 * as far as `maxFilledNonces`: a jump beyond that is a wrong answer, or is left to `repairNonces`.
 */
export const nextNonce = (stored: bigint, mined: bigint): bigint =>
  mined > stored && mined <= stored + maxFilledNonces ? mined : stored

/**
 * Gives each group of applicants its signer's next nonce, in the order in which they asked, as long as the signer's
 * balance is enough for everything that it has begun. A group that costs too much or is too small gets no nonce, and
 * does not delay the others.
 */
export function assignNonces(applicants: readonly Applicant[], signers: readonly SignerRow[]): Assignment {
  const nonces: NewNonce[] = []
  const counters: Assignment['counters'][number][] = []
  for (const { chain, address, next, reserved } of signers) {
    const own = applicants.filter((one) => one.chain === chain && one.signer === address)
    const first = nextNonce(next, highest(own.map(({ mined }) => mined)))
    let [nonce, spent] = [first, reserved]
    for (const together of new Set(own.map((one) => one.together))) {
      const group = own.filter((one) => one.together === together)
      const [{ reserve, balance, least }] = group as [Applicant]
      if (group.length < least || spent + reserve > balance) continue
      nonces.push({ chain, signer: address, nonce, reserve, members: group.map(({ id }) => id) })
      nonce += 1n
      spent += reserve
    }
    if (nonce > first) counters.push({ chain, address, next: nonce })
  }
  return { nonces, counters }
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const highest = (numbers: readonly bigint[]): bigint => numbers.reduce(later, 0n)
