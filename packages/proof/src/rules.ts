import { majorityOf } from '@tandem/chain'
import { alike } from '@tandem/chain/verdict'
import {
  confirmationDepth,
  fillWindowSecs,
  highestWorthUsd,
  lastCountedBlock,
  leastMarginSecs,
  secsAfterFill,
  windowProblem,
} from '@tandem/contracts'
import type { VaultView } from '@tandem/escrow'
import { deriveOrderStatus } from '@tandem/orderbook/domain/order-lifecycle'
import { decideJob, jobsOf } from '@tandem/relayer/domain/jobs'
import { revealableUntil } from '@tandem/relayer/domain/reveal-fence'
import { decideClaim, decideInitiation, sourceSafetySecs } from '@tandem/relayer/domain/safety'
import { judgeReveal } from '@tandem/sdk/judge-reveal'
import { patienceOf } from '@tandem/sdk/watch-claim'
import { keepsDeadlines } from '@tandem/solver/deadlines'
import { decide } from '@tandem/solver/domain/decide'
import { judgeRefund } from '@tandem/solver/domain/refund'
import { policyFor } from '@tandem/solver/policy-for'

/** The rules by which the parties of the model act: those that run in production, imported. A mutation replaces some of them. */
export const production = {
  // Of every party: what is believed, when a fact counts, and which deadlines are in bounds.
  alike: alike as typeof alike<Reading>,
  majorityOf,
  confirmationDepth,
  lastCountedBlock,
  highestWorthUsd,
  leastMarginSecs,
  secsAfterFill,
  fillWindowSecs,
  windowProblem,
  // Of the orderbook.
  deriveOrderStatus,
  // Of the user's application.
  judgeReveal,
  patienceOf,
  // Of the relayer and its keeper.
  decideInitiation,
  decideClaim,
  sourceSafetySecs,
  revealableUntil,
  jobsOf,
  decideJob,
  // Of the market maker.
  decide,
  policyFor,
  /** Whether the journal keeps what was noted, also through a crash: fundings, and consents. */
  remembers: { fundings: true as boolean, otherFundings: true as boolean, consents: true as boolean },
  judgeRefund,
  keepsDeadlines,
}

export type Rules = typeof production

/** A vault as an endpoint shows it: in the newest block, and in the newest block that counts. */
export interface Reading {
  readonly latest: VaultView
  readonly atDepth: VaultView
  /** The time of the newest block, unix seconds. */
  readonly chainTime: number
}
