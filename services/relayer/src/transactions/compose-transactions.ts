import type { Database } from '../db/client.ts'
import { makeGatherer } from './batcher.ts'
import { makeReadLoads } from './choose-signer.ts'
import { makeNonceRepairStore } from './db/nonce-repair.store.ts'
import { signerUses } from './db/signer-uses.ts'
import { makeKnownSigners } from './known-signers.ts'
import { type ManagerDeps, makeTransactionManager, type TransactionManager } from './manager.ts'
import type { NonceKey } from './ports.ts'

/** How many requests a batch needs: a smaller one gains little. */
const minBatch = 3

type Needs = Pick<ManagerDeps, 'chains' | 'rules' | 'inSpan' | 'now'> & {
  config: { claimBatchWaitMs: number; hedgeAfterMs?: number | undefined }
  database: Database
  store: ManagerDeps['requests'] &
    ManagerDeps['nonces'] &
    ManagerDeps['attempts'] &
    ManagerDeps['upkeepStore'] &
    Pick<ManagerDeps, 'lease'> &
    Parameters<typeof makeReadLoads>[0]
  observe: ManagerDeps['observe'] & {
    unknownNonce: (key: NonceKey) => void
    stepFailed: ManagerDeps['onStepFailed']
    noncesFailed: ManagerDeps['onUpkeepFailed']
  }
}

export function composeTransactions(needs: Needs): TransactionManager {
  const { config, database, store, observe, now } = needs
  return makeTransactionManager({
    requests: store,
    nonces: store,
    attempts: store,
    upkeepStore: store,
    lease: store.lease,
    repairStore: makeNonceRepairStore(database, now),
    chains: needs.chains,
    rules: needs.rules,
    gather: makeGatherer({ least: minBatch, waitMs: config.claimBatchWaitMs }),
    hedgeAfterMs: config.hedgeAfterMs,
    readLoads: makeReadLoads(store),
    knownSigners: makeKnownSigners({
      signerUses: () => signerUses(database.prisma),
      onUnknown: observe.unknownNonce,
    }),
    inSpan: needs.inSpan,
    observe,
    onStepFailed: observe.stepFailed,
    onUpkeepFailed: observe.noncesFailed,
    now,
  })
}
