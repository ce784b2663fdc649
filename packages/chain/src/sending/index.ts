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
export { maxForeignNonces, type NonceLedger, type NonceRepair, repairNonces } from './gaps.ts'
export { type Newest, type Next, type NonceFacts, nextAtNonce } from './next-at-nonce.ts'
export { nextOffer, type PastOffer } from './next-offer.ts'
export { wasPassedBy } from './pace.ts'
export { nonceReach } from './reach.ts'
export {
  answerOf,
  type BroadcastErrorClass,
  classifyBroadcastError,
  mostTelling,
  paysTooLittle,
} from './refusal.ts'
export type { Answer } from './replacement.ts'
