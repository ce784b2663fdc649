export { type Charges, chargesOf, type FeeModel, feeModels } from './charges.ts'
export { type FeeCaps, type FeePolicy, whyTooDear } from './fee-caps.ts'
export {
  beating,
  capped,
  type FeeMarket,
  type Fees,
  firstFees,
  isReplacement,
  largerOf,
  medianOf,
  payable,
  reserveOf,
} from './fees.ts'
export { maxNonceLead } from './max-nonce-lead.ts'
export { type Newest, type Next, type NonceFacts, nextAtNonce } from './next-at-nonce.ts'
export { nextOffer, type PastOffer } from './next-offer.ts'
export {
  answerOf,
  type BroadcastErrorClass,
  classifyBroadcastError,
  mostTelling,
  paysTooLittle,
} from './refusal.ts'
export { maxFilledNonces, type NonceLedger, type NonceRepair, repairNonces } from './repair-nonces.ts'
export type { Answer } from './replacement.ts'
export { wasLeftOut } from './was-left-out.ts'
