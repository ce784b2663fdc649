import type { Address } from 'viem'
import type { ReasonCode } from './reasons.ts'

/** Wei. */
export interface SignerLoad {
  signer: Address
  balance: bigint
  minedNonce: bigint
  /** For its unmined transactions. */
  reserved: bigint
  queued: number
  /** A new transaction would wait behind its next one. */
  isStuck: boolean
}

/**
 * The least busy signer that gets on and can pay, then the richest. Balance alone misleads: a stuck signer looks rich.
 * @param cost wei.
 */
export function eligibleSigner(loads: readonly SignerLoad[], cost: bigint): SignerLoad | undefined {
  const able = loads.filter(({ isStuck, balance, reserved }) => !isStuck && balance - reserved >= cost)
  return able.sort((a, b) => a.queued - b.queued || (a.balance < b.balance ? 1 : -1))[0]
}

/** For operators. */
export function whyNoSigner(loads: readonly SignerLoad[], cost: bigint): ReasonCode {
  if (loads.length === 0) return 'signers_unknown'
  const moving = loads.filter(({ isStuck }) => !isStuck)
  if (moving.length === 0) return 'signers_stuck'
  return moving.some(({ balance }) => balance >= cost) ? 'gas_money_reserved' : 'no_gas_money'
}
