import type { Address } from 'viem'
import type { ReasonCode } from './reasons.ts'

/** How busy a signer is, and what it can pay. Amounts are in wei. */
export interface SignerLoad {
  signer: Address
  balance: bigint
  minedNonce: bigint
  /** What is reserved for its transactions that are not mined. */
  reserved: bigint
  queued: number
  /** Whether a new transaction would only wait behind the signer's next one, which does not get mined. */
  isStuck: boolean
}

/**
 * Chooses the least busy signer that is not stuck and can pay; among equally busy ones, the one with the highest
 * balance. The balance alone would mislead, because a stuck signer does not spend its money.
 * @param cost wei.
 */
export function eligibleSigner(loads: readonly SignerLoad[], cost: bigint): SignerLoad | undefined {
  const able = loads.filter(({ isStuck, balance, reserved }) => !isStuck && balance - reserved >= cost)
  return able.sort((a, b) => a.queued - b.queued || (a.balance < b.balance ? 1 : -1))[0]
}

/** Why no signer is eligible, for operators. */
export function whyNoSigner(loads: readonly SignerLoad[], cost: bigint): ReasonCode {
  if (loads.length === 0) return 'signers_unknown'
  const moving = loads.filter(({ isStuck }) => !isStuck)
  if (moving.length === 0) return 'signers_stuck'
  return moving.some(({ balance }) => balance >= cost) ? 'gas_money_reserved' : 'no_gas_money'
}
