import type { Reason } from './request.ts'

/** Why a request waits or changes its state: a code for programs, and a sentence for operators. */
export const reasons = {
  waiting_for_receipt: 'waiting for the receipt',
  waiting_for_depth: 'waiting for confirmation depth',
  receipt_appeared: 'a receipt appeared',
  revert_waits_for_depth: 'a revert waits for depth',
  used_nonce_waits_for_depth: 'a nonce that is used waits for depth',
  reorg: 'reorg',
  endpoints_disagree: 'the endpoints disagree',
  decision_outdated: 'another request of its account has begun since: it is decided again',
  taken_by_another_step: 'another step has taken it, or the money for its gas',
  nonce_reassigned: 'the nonce is assigned to others now',
  nonce_abandoned: 'the nonce is of no more use',
  new_nonce: 'a new nonce',
  signed_again: 'signed again',
  hedged: 'another signer tries as well',
  simulation_reverts: 'the simulation reverts',
  balance_in_use: "the creator's balance covers only what came first",
  allowance_in_use: "the creator's allowance covers only what came first",
  fee_above_cap: 'the network fee is above the cap',
  cost_above_cap: 'the transaction would cost more than the cap',
  not_sent_again: 'it is not sent again: its ending is waited for',
  paid_reverts: 'several transactions did not do the work: it waits for its user',
  signers_unknown: 'the signers have transactions that the database has not made',
  signers_stuck: 'every signer waits for a transaction that is not mined',
  gas_money_reserved: 'the gas money is reserved for other transactions',
  no_gas_money: 'no signer can pay for gas',
} as const
export type ReasonCode = keyof typeof reasons

/**
 * The reason with this code.
 * @param detail replaces the code's sentence.
 */
export const because = (code: ReasonCode, detail?: string): Reason => ({ code, text: detail ?? reasons[code] })
