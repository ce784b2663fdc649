import { type Next, paysTooLittle } from '@tandem/chain/sending'
import { broadcast } from './broadcast.ts'
import { checkUnsent } from './check-unsent.ts'
import { areUnknown, isNext, type NonceCounts } from './domain/nonce-counts.ts'
import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import { nextAt, type Seen } from './next-at.ts'
import { passivePollMs, pollMs } from './poll-intervals.ts'
import type { Attempt, OwnNonce, Receipt, TransactionChain, Waiting } from './ports.ts'
import { replace } from './replace.ts'
import { signPayable } from './sign-payable.ts'
import type { StepDeps } from './step-ports.ts'

export interface Tracked {
  key: OwnNonce
  counts: NonceCounts
}

type Offering = Extract<Next<Receipt>, { type: 'send' | 'replace' }>

/**
 * Does what a nonce needs next: sends again, raises the fees, signs again, or closes it.
 * @param tracked.isOver others have done the work by the latest block, so higher fees are not worth it.
 * @returns what to wait for; `spent` when the nonce cannot do the work any more.
 */
export async function tendNonce(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { key, counts, isOver }: Tracked & { isOver: boolean },
  seen: Seen,
): Promise<Waiting | 'spent'> {
  const { attempts } = key
  const newest = attempts.at(-1)
  if (newest === undefined) return signAgain(deps, request, chain, key)
  const next = await nextAt(chain, key, { counts, attempts, newest, seen, nowMs: deps.now() })
  switch (next.type) {
    case 'mined':
      if (!seen.receipts.includes(next.receipt)) return { reason: because('receipt_appeared'), delayMs: 0 }
      await deps.nonces.closeNonce(key, next.receipt.hash, next.receipt.isSuccess ? 'mined' : 'reverted')
      return 'spent'
    case 'settling':
      return { reason: because('used_nonce_waits_for_depth'), delayMs: pollMs(chain) }
    case 'lost':
      deps.observe.foreignNonce(key)
      await deps.nonces.closeNonce(key, newest.hash, 'dropped')
      return 'spent'
    case 'send':
    case 'replace': {
      // Only the lead of a batch tracks its transactions.
      const decision = key.isLead ? await checkUnsent(deps, request, key) : 'later'
      if (decision === 'spent') return 'spent'
      if (decision === 'go') await offer(deps, request, chain, key, { next, newest, isOver })
    }
  }
  const mayBeTurn = areUnknown(counts) || isNext(counts, key.nonce)
  return { reason: because('waiting_for_receipt'), delayMs: key.isLead && mayBeTurn ? pollMs(chain) : passivePollMs }
}

async function offer(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: OwnNonce,
  { next, newest, isOver }: { next: Offering; newest: Attempt; isOver: boolean },
): Promise<void> {
  const isBetter = next.type === 'replace' && !isOver
  const standing = isBetter ? await replaceOrSendAgain(deps, request, chain, key, newest) : newest
  if (standing === undefined || (next.type === 'replace' && !next.isSendDue)) return
  const refusal = await broadcast(deps, request, chain, standing)
  if (!isOver && !isBetter && paysTooLittle(refusal))
    await replace(deps, request, chain, key, await deps.attempts.attemptsOf(key))
}

/**
 * Replaces the transaction with higher fees. Where fees, a balance or a signature cannot be had, the transaction that exists is
 * sent again: it is public already, and nodes forget transactions.
 * @returns as `replace`.
 * @throws what kept the fees from being raised.
 */
async function replaceOrSendAgain(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: OwnNonce,
  standing: Attempt,
): Promise<Attempt | undefined> {
  try {
    return await replace(deps, request, chain, key, key.attempts)
  } catch (error) {
    await broadcast(deps, request, chain, standing)
    throw error
  }
}

/** Signs at a nonce without a transaction: the process ended after the assignment, or the key could not be reached. */
async function signAgain(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: OwnNonce,
): Promise<Waiting | 'spent'> {
  if ((await checkUnsent(deps, request, key)) === 'spent') return 'spent'
  const planned = await deps.rules.plan(request)
  if (!(await deps.rules.wouldSucceed(request, key.signer, planned))) {
    // Later transactions of the signer would wait behind this nonce, so it is given up.
    await deps.nonces.abandonNonces(request, { only: key })
    return 'spent'
  }
  const signed = await signPayable(deps, request, chain, { ...key, members: [request.id] }, planned)
  return { reason: because('signed_again'), delayMs: signed === undefined ? pollMs(chain) : 0 }
}
