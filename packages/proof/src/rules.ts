import { majorityOf } from '@tandem/chain'
import { majorityRule } from '@tandem/chain/rules'
import {
  confirmationDepth,
  fillWindowSecs,
  highestWorthUsd,
  lastCountedBlock,
  requiredMarginSecs,
  secsAfterFill,
  windowProblem,
} from '@tandem/contracts'
import type { EscrowTerms, VaultView } from '@tandem/escrow'
import { deriveOrderStatus } from '@tandem/orderbook/order-lifecycle'
import { decideJob, jobsOf } from '@tandem/relayer/domain/jobs'
import { revealableUntil } from '@tandem/relayer/domain/reveal-fence'
import { decideClaim, decideInitiation, sourceSafetySecs } from '@tandem/relayer/domain/safety'
import { decideReveal } from '@tandem/sdk/decide-reveal'
import { patienceOf } from '@tandem/sdk/watch-claim'
import { decide } from '@tandem/solver/domain/decide'
import { decideRefund } from '@tandem/solver/domain/refund'
import { fundingBlocker, isOtherFunded } from '@tandem/solver/funding-blocker'
import { isCovered } from '@tandem/solver/is-covered'
import { policyFor } from '@tandem/solver/policy-for'
import { allows } from './registry.ts'

/** The production rules of the parties. Those of the registry are compared with the real contract when runs are replayed. */
export const production = {
  allows,
  // Rules that every party uses: beliefs, depths, and bounds of deadlines.
  majorityRule: majorityRule as typeof majorityRule<Reading>,
  majorityOf,
  confirmationDepth,
  lastCountedBlock,
  highestWorthUsd,
  requiredMarginSecs,
  secsAfterFill,
  fillWindowSecs,
  windowProblem,
  // The orderbook's rule.
  deriveOrderStatus,
  // The rules of the user's application.
  decideReveal,
  patienceOf,
  // The rules of the relayer and its keeper.
  decideInitiation,
  decideClaim,
  sourceSafetySecs,
  revealableUntil,
  jobsOf,
  decideJob,
  // The rules of the market maker.
  decide,
  policyFor,
  fundingBlocker,
  isCovered,
  isOtherFunded,
  decideRefund,
}

export type Rules = typeof production

/** A vault in the newest block, and in the newest block that counts. Times are in unix seconds. */
export interface Reading {
  readonly terms: EscrowTerms
  readonly latest: VaultView
  readonly atDepth: VaultView
  readonly chainTime: number
  readonly timeAtDepth: number
  /** When the vault was created; `undefined` while it is missing. */
  readonly createdAt: number | undefined
}

export interface Pair {
  readonly source: Reading
  readonly destination: Reading
}
