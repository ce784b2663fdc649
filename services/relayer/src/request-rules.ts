import type { Network, SettlementFailure } from '@tandem/contracts'
import { isSameAddress } from '@tandem/escrow'
import { checkClaim } from './claims/check-claim.ts'
import { revealableUntil } from './claims/domain/reveal-fence.ts'
import { visibilityOfClaim } from './claims/visibility-of-claim.ts'
import { checkInitiation } from './initiations/check-initiation.ts'
import { checkJob } from './keeper/check-job.ts'
import type { ChoreVerdict } from './keeper/domain/jobs.ts'
import { revertDelayMs } from './transactions/domain/backoff.ts'
import type { Decision, PlannedCall, Urgency } from './transactions/domain/request.ts'
import type { Clock, RequestRules } from './transactions/ports.ts'
import { batchCallOf, callOf } from './work/call-of.ts'
import { gasLimitOf } from './work/domain/gas-limits.ts'
import type { ClaimVerdict, InitiationVerdict } from './work/domain/safety.ts'
import { isChore, needsSecret, type Settlement, targetOf, type Work } from './work/domain/work.ts'
import { findEnding, findEndingTx } from './work/find-settling.ts'
import { type Chains, chainOf, registryOf, type WorkStore } from './work/ports.ts'

export interface RequestRulesDeps {
  store: Pick<WorkStore, 'openSecret' | 'waitedFor'>
  chains: Chains
  network: Network
  now: Clock
}

/** The answers to the transaction manager's questions about claims, initiations and keeper jobs. */
export function makeRequestRules(deps: RequestRulesDeps): RequestRules<Settlement> {
  const { chains, now } = deps
  return {
    errorCodes: { lost: 'LOST', cancelled: 'CANCELLED', reverts: 'PAYOUT_REVERTS' } satisfies Record<
      string,
      SettlementFailure
    >,
    check: (settlement) => check(settlement, deps),
    broadcastableUntil(settlements) {
      const safetySecs = settlements.map((one) => chainOf(chains, one).claimSafetySecs)
      return revealableUntil(settlements, Math.max(...safetySecs))
    },
    urgencyOf,
    canBatch: ({ state, work }) => state === 'accepted' && work.kind === 'claim' && work.hop === null,
    plan: (settlement) => plan(settlement, deps),
    planBatch: (settlements) => planBatch(settlements, deps),
    wouldSucceed: (settlement, signer, planned) => wouldSucceed(settlement, signer, planned, chains),
    revertDelayMs: (settlement) =>
      revertDelayMs(settlement.reverts, {
        blockTimeMs: chainOf(chains, settlement).blockTimeMs,
        isPatient: isChore(settlement.work),
      }),
    visibilityOf: (settlement) => visibilityOfClaim(settlement, chainOf(chains, settlement), now()),
    isDoneBy: ({ work }, { isSuccess, touched }) =>
      isSuccess && touched.some((one) => isSameAddress(one, targetOf(work).vault)),
    findEnding: (settlement) => findEnding(chainOf(chains, settlement), settlement.work),
    findEndingTx: (settlement) => findEndingTx(chainOf(chains, settlement), settlement.work),
  }
}

async function check({ id, work }: Settlement, deps: RequestRulesDeps): Promise<Decision> {
  const verdict = await verdictOf(work, deps)
  switch (verdict.verdict) {
    case 'safe':
      // The check of a claim simulates its payout.
      return { type: 'go', isSimulated: work.kind === 'claim' }
    case 'settled':
      return { type: 'done' }
    case 'wait':
      return { type: 'wait', reason: { code: codeOf(verdict), text: verdict.reason } }
    case 'refuse':
      return {
        type: 'refuse',
        errorCode: failureOf(verdict.code, await deps.store.waitedFor(id)),
        reason: verdict.reason,
      }
  }
}

/** A kind of work without a check does not compile: its money would move unchecked. */
function verdictOf(work: Work, deps: RequestRulesDeps): Promise<ClaimVerdict | InitiationVerdict | ChoreVerdict> {
  if (isChore(work)) return checkJob(work, deps.chains)
  switch (work.kind) {
    case 'claim':
      return checkClaim(work, deps)
    case 'initiation':
      return checkInitiation(work, deps)
  }
}

const codeOf = (verdict: { reason: string; code?: string }): string => verdict.code?.toLowerCase() ?? 'not_yet'

/** The codes with which checks refuse. A check that refuses with another one does not compile. */
type Refusal = Extract<ClaimVerdict | InitiationVerdict | ChoreVerdict, { verdict: 'refuse' }>['code']

/** @param waitedFor why the time went by, as the code of a reason. */
function failureOf(code: Refusal, waitedFor: string | null): SettlementFailure {
  switch (code) {
    case 'TOO_LATE':
    case 'ORDER_EXPIRED':
      if (waitedFor === 'fee_above_cap' || waitedFor === 'cost_above_cap') return 'POLICY'
      return waitedFor === 'simulation_reverts' ? 'REVERTED' : 'EXPIRED'
    case 'VAULT_MISMATCH':
    case 'CANCELLED':
      return code
    case 'HOP_EXPIRED':
    case 'SIGNATURE_INVALID':
    case 'HOP_ROUTE_CLOSED':
      return 'HOP_INVALID'
  }
}

function urgencyOf({ work }: Settlement): Urgency {
  const { valueUsd, terms } = targetOf(work)
  const purpose = isChore(work) ? 'job' : work.kind
  return { purpose, valueUsd, deadlineMs: needsSecret(work) ? terms.cancelAfter * 1_000 : null }
}

/** The transaction that does the work of one settlement. A claim's holds the secret. */
async function plan(settlement: Settlement, { store, chains, network }: RequestRulesDeps): Promise<PlannedCall> {
  const { work } = settlement
  const secret = needsSecret(work) ? await store.openSecret(settlement.id) : undefined
  const call = callOf(settlement, registryOf(network, settlement).registry, secret)
  return { call, gasLimit: gasLimitOf(work, chainOf(chains, settlement).gasLimits), count: 1 }
}

/** Opens the secrets of the group once. @returns plans the transaction that claims some of its vaults. */
async function planBatch(
  group: readonly Settlement[],
  { store, chains, network }: RequestRulesDeps,
): Promise<(some: readonly Settlement[]) => PlannedCall> {
  const [first] = group
  if (first === undefined) throw new Error('a batch has at least one claim')
  const claims = new Map(
    await Promise.all(
      group.map(async ({ id, work }) => {
        return [id, { terms: targetOf(work).terms, secret: await store.openSecret(id) }] as const
      }),
    ),
  )
  const claimOf = ({ id }: Settlement) => {
    const claim = claims.get(id)
    if (claim === undefined) throw new Error('the claim is not of this group')
    return claim
  }
  const { registry } = registryOf(network, first)
  const { gasLimits } = chainOf(chains, first)
  return (some) => ({ ...batchCallOf(some.map(claimOf), registry, gasLimits), count: some.length })
}

/** Whether a transaction would do its work. A call with a secret is shown to no endpoint: its payout alone is simulated. */
async function wouldSucceed(
  settlement: Settlement,
  signer: `0x${string}`,
  { call, gasLimit }: PlannedCall,
  chains: Chains,
): Promise<boolean> {
  const chain = chainOf(chains, settlement)
  if (!needsSecret(settlement.work)) return chain.simulate(signer, call, gasLimit)
  const { vault, terms } = targetOf(settlement.work)
  return (await chain.canPay(vault, terms)) === 'pays'
}
