import type { Part } from '@tandem/service-kit'
import type { WorkStore, WorkTransactions } from '../work/ports.ts'
import { claimRoutes } from './claim.routes.ts'
import { makeSubmitClaim, type SubmitClaimDeps } from './submit-claim.ts'
import { makeWrongSecretLimit } from './wrong-secret-limit.ts'

type Needs = Omit<SubmitClaimDeps, 'countWrongSecret'> & {
  store: Pick<WorkStore, 'findByOrder'>
  transactions: WorkTransactions
}

export function composeClaims(needs: Needs): Part {
  const { store, transactions } = needs
  const submitClaim = makeSubmitClaim({ ...needs, countWrongSecret: makeWrongSecretLimit() })
  return { routes: [claimRoutes({ submitClaim, store, transactions })] }
}
