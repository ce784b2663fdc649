import type { Network, RequestFailure } from '@tandem/contracts'
import { isSameAddress } from '@tandem/escrow'
import { checkClaim } from '../claims/check-claim.ts'
import { claimVisibility } from '../claims/claim-visibility.ts'
import { revealableUntil } from '../claims/domain/reveal-fence.ts'
import { checkCoverage } from '../initiations/check-coverage.ts'
import { checkInitiation } from '../initiations/check-initiation.ts'
import { mayShareTransaction } from '../initiations/may-share-transaction.ts'
import { checkJob } from '../keeper/check-job.ts'
import type { JobDecision } from '../keeper/domain/jobs.ts'
import { revertDelayMs } from '../transactions/domain/backoff.ts'
import { because } from '../transactions/domain/reasons.ts'
import type { Decision, PlannedCall, Urgency } from '../transactions/domain/request.ts'
import type { Clock, RequestRules } from '../transactions/ports.ts'
import { batchCallOf, callOf } from '../work/call-of.ts'
import { type BatchKind, batchKindOf } from '../work/domain/batch-kind.ts'
import { failureOf } from '../work/domain/failure-of.ts'
import { gasLimitOf, maxInBatch } from '../work/domain/gas-limits.ts'
import type { ClaimDecision, InitiationDecision } from '../work/domain/safety.ts'
import { isJob, needsSecret, targetOf, type Work, type WorkRequest } from '../work/domain/work.ts'
import { findEnding, findEndingTx } from '../work/find-settling.ts'
import { type Chains, chainOf, registryOf, type WorkStore } from '../work/ports.ts'

interface BatchLimits {
  claimBatchMost: number
  initiationBatchMost: number
}

/** How many members a batch of each kind may have. */
export const batchMostOf = ({
  claimBatchMost,
  initiationBatchMost,
}: BatchLimits): Readonly<Record<BatchKind, number>> => ({
  claim: claimBatchMost,
  prefunded: initiationBatchMost,
  signed: initiationBatchMost,
})

export interface RequestRulesDeps {
  store: Pick<WorkStore, 'openSecret' | 'waitedFor' | 'pullsBeside'>
  chains: Chains
  network: Network
  /** How many members a batch of each kind may have. A transaction of the chain may fit fewer. */
  batchMost: Readonly<Record<BatchKind, number>>
  now: Clock
}

export function makeRequestRules(deps: RequestRulesDeps): RequestRules {
  const { chains, now } = deps
  return {
    errorCodes: {
      lost: 'LOST',
      cancelled: 'CANCELLED',
      expired: 'EXPIRED',
      reverts: 'PAYOUT_REVERTS',
    } satisfies Record<string, RequestFailure>,
    check: (request: WorkRequest) => check(request, deps),
    checkAgain: (request: WorkRequest) => checkAgain(request, deps),
    broadcastableUntil(requests: readonly WorkRequest[]) {
      const safetySecs = requests.map((one) => chainOf(chains, one).claimSafetySecs)
      return revealableUntil(requests, Math.max(...safetySecs))
    },
    urgencyOf,
    batchOf: (request: WorkRequest) => batchOf(request, deps),
    plan: (request: WorkRequest) => plan(request, deps),
    planBatch: (requests: readonly WorkRequest[]) => planBatch(requests, deps),
    wouldSucceed: (request: WorkRequest, signer, planned) => wouldSucceed(request, signer, planned, chains),
    revertDelayMs: (request: WorkRequest) =>
      revertDelayMs(request.reverts, {
        blockTimeMs: chainOf(chains, request).blockTimeMs,
        isPatient: isJob(request.work),
      }),
    visibilityOf: (request: WorkRequest) => claimVisibility(request, chainOf(chains, request), now()),
    isDoneBy: ({ work }: WorkRequest, { isSuccess, vaults }) =>
      isSuccess && vaults.some((one) => isSameAddress(one, targetOf(work).vault)),
    findEnding: (request: WorkRequest) => findEnding(chainOf(chains, request), request.work),
    findEndingTx: (request: WorkRequest) => findEndingTx(chainOf(chains, request), request.work),
  }
}

async function check({ id, work }: WorkRequest, deps: RequestRulesDeps): Promise<Decision> {
  const decision = await decisionOf(work, deps)
  switch (decision.type) {
    case 'safe':
      return goOrWait({ id, work }, deps)
    case 'settled':
      return { type: 'done' }
    case 'wait':
      return { type: 'wait', reason: { code: codeOf(decision), text: decision.reason } }
    case 'refuse':
      return {
        type: 'refuse',
        errorCode: failureOf(decision.code, (await deps.store.waitedFor(id))?.code),
        reason: decision.reason,
      }
  }
}

/** Checks an initiation's account: everything that one account pays for has to be within its balance together. */
async function goOrWait({ id, work }: Pick<WorkRequest, 'id' | 'work'>, deps: RequestRulesDeps): Promise<Decision> {
  const coverage = !isJob(work) && work.kind === 'initiation' ? await checkCoverage({ id, work }, deps) : undefined
  if (coverage?.lacks !== undefined) return { type: 'wait', reason: because(coverage.lacks) }
  return { type: 'go', isSimulated: await isSimulated(work, deps), counted: coverage?.counted ?? [] }
}

/**
 * Checks a request again that was given a nonce before. A revealed secret must be used. A late initiation would only lock its
 * creator's money.
 */
async function checkAgain(request: WorkRequest, deps: RequestRulesDeps): Promise<Decision> {
  const { work } = request
  if (isJob(work)) return { type: 'go', isSimulated: false }
  switch (work.kind) {
    case 'claim':
      return { type: 'go', isSimulated: false }
    case 'initiation':
      return check(request, deps)
  }
}

/** Whether the check has simulated the call: of a claim the payout, and the whole creation where it may join a batch. */
async function isSimulated(work: Work, deps: RequestRulesDeps): Promise<boolean> {
  if (isJob(work)) return false
  return work.kind === 'claim' || mayShareTransaction(work, deps)
}

/** Runs the check of the work's kind. A kind without a check does not compile. */
function decisionOf(work: Work, deps: RequestRulesDeps): Promise<ClaimDecision | InitiationDecision | JobDecision> {
  if (isJob(work)) return checkJob(work, deps.chains)
  switch (work.kind) {
    case 'claim':
      return checkClaim(work, deps)
    case 'initiation':
      return checkInitiation(work, deps)
  }
}

const codeOf = (decision: { reason: string; code?: string }): string => decision.code?.toLowerCase() ?? 'not_yet'

function urgencyOf({ work }: WorkRequest): Urgency {
  const { valueUsd, terms } = targetOf(work)
  const purpose = isJob(work) ? 'job' : work.kind
  return { purpose, valueUsd, deadlineMs: needsSecret(work) ? terms.cancelAfter * 1_000 : null }
}

/** The transaction of one request. Of a claim it holds the secret. */
async function plan(request: WorkRequest, { store, chains, network }: RequestRulesDeps): Promise<PlannedCall> {
  const { work } = request
  const secret = needsSecret(work) ? await store.openSecret(request.id) : undefined
  const call = callOf(request, registryOf(network, request).registry, secret)
  return { call, gasLimit: gasLimitOf(work, chainOf(chains, request).gasLimits), count: 1 }
}

function batchOf(
  request: WorkRequest,
  { chains, batchMost }: RequestRulesDeps,
): { kind: BatchKind; most: number } | undefined {
  const kind = request.state === 'accepted' ? batchKindOf(request.work) : undefined
  if (kind === undefined) return undefined
  return { kind, most: Math.min(batchMost[kind], maxInBatch(kind, chainOf(chains, request).gasLimits)) }
}

/**
 * Opens the secrets of a batch, once.
 * @returns a function that plans a transaction for some of the members.
 */
async function planBatch(
  group: readonly WorkRequest[],
  { store, chains, network }: RequestRulesDeps,
): Promise<(some: readonly { id: string }[]) => PlannedCall> {
  const [first] = group
  if (first === undefined) throw new Error('a batch has at least one member')
  const members = new Map(
    await Promise.all(
      group.map(async ({ id, work }) => {
        return [id, { work, secret: needsSecret(work) ? await store.openSecret(id) : undefined }] as const
      }),
    ),
  )
  const memberOf = ({ id }: { id: string }) => {
    const member = members.get(id)
    if (member === undefined) throw new Error('the request is not of this group')
    return member
  }
  const { registry } = registryOf(network, first)
  const { gasLimits } = chainOf(chains, first)
  return (some) => ({ ...batchCallOf(some.map(memberOf), registry, gasLimits), count: some.length })
}

/** Whether the call would succeed. No endpoint is shown a call with a secret: its payout is simulated instead. */
async function wouldSucceed(
  request: WorkRequest,
  signer: `0x${string}`,
  { call, gasLimit }: PlannedCall,
  chains: Chains,
): Promise<boolean> {
  const chain = chainOf(chains, request)
  if (!needsSecret(request.work)) return chain.simulate(signer, call, gasLimit)
  const { vault, terms } = targetOf(request.work)
  return (await chain.canPay(vault, terms)) === 'pays'
}
