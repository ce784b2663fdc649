import type { Address } from 'viem'
import type { ReasonCode } from './reasons.ts'

/** How a signer does: what it has, and what waits on it. Wei. */
export interface SignerLoad {
  signer: Address
  balance: bigint
  /** How many of its nonces the chain has used. */
  minedNonce: bigint
  /** The most that its transactions that are not mined may still cost. */
  reserved: bigint
  /** Nonces given out that the chain has not used. */
  queued: number
  /** Enough blocks have passed its next transaction by: what comes after would wait behind it. */
  isStuck: boolean
}

/**
 * The signer for a new transaction: of those that get on and can pay, the one with the least to do, and of these the one
 * with the most money. A balance alone says nothing: what a stuck signer cannot spend makes it look the richest.
 *
 * @param cost what the transaction may cost, wei.
 */
export function eligibleSigner(loads: readonly SignerLoad[], cost: bigint): SignerLoad | undefined {
  const able = loads.filter(({ isStuck, balance, reserved }) => !isStuck && balance - reserved >= cost)
  return able.sort((a, b) => a.queued - b.queued || (a.balance < b.balance ? 1 : -1))[0]
}

/** Why there is none, for operators. */
export function whyNoSigner(loads: readonly SignerLoad[], cost: bigint): ReasonCode {
  if (loads.length === 0) return 'signers_unknown'
  const moving = loads.filter(({ isStuck }) => !isStuck)
  if (moving.length === 0) return 'signers_stuck'
  return moving.some(({ balance }) => balance >= cost) ? 'gas_money_reserved' : 'no_gas_money'
}
