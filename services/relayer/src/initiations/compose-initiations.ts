import type { Part } from '@tandem/service-kit'
import type { WorkStore, WorkTransactions } from '../work/ports.ts'
import { initiationRoutes } from './initiation.routes.ts'
import { makeSubmitInitiation, type SubmitInitiationDeps } from './submit-initiation.ts'

type Needs = SubmitInitiationDeps & {
  store: Pick<WorkStore, 'findByOrder'>
  transactions: WorkTransactions
}

export function composeInitiations(needs: Needs): Part {
  const { store, transactions } = needs
  return { routes: [initiationRoutes({ submitInitiation: makeSubmitInitiation(needs), store, transactions })] }
}
