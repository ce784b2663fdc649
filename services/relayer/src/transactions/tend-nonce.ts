import { broadcast, paysTooLittle } from './broadcast.ts'
import type { BroadcastErrorClass } from './domain/broadcast-error.ts'
import { agreedCount, isNext, type NonceCounts } from './domain/nonce-counts.ts'
import { because } from './domain/reasons.ts'
import { wasPassedBy } from './domain/replacement-timing.ts'
import type { Request } from './domain/request.ts'
import { judgeUnsent } from './judge-unsent.ts'
import { passivePollMs, pollMs } from './pace.ts'
import type { OwnNonce, Receipt, TransactionChain, Waiting } from './ports.ts'
import { replace } from './replace.ts'
import { signPayable } from './sign-payable.ts'
import type { StepDeps } from './step-ports.ts'

/** A nonce that is assigned to the request, and how many of its signer's the endpoints count as used. */
export interface Tracked {
  key: OwnNonce
  counts: NonceCounts
}

/** The state of the nonce's transactions on the chain. */
export interface Seen {
  receipts: readonly Receipt[]
  /** The highest block whose facts count. */
  counted: bigint
}
export const nothingMined: Seen = { receipts: [], counted: 0n }

const rebroadcastAfterMs = 10_000

/**
 * Does what is due at one nonce of a request at which nothing is mined that did its work.
 *
 * @param tracked.isOver whether others have ended the work, as far as the latest block says: not worth more fees, then.
 * @returns what to wait for, or `spent` when the nonce is of no more use to the request.
 */
export async function tendNonce(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { key, counts, isOver }: Tracked & { isOver: boolean },
  { receipts, counted }: Seen,
): Promise<Waiting | 'spent'> {
  const { attempts } = key
  if (attempts.length === 0) return signAgain(deps, request, chain, key)
  const receipt = receipts.find(({ hash }) => attempts.some((attempt) => attempt.hash === hash))
  if (receipt !== undefined) return closeReverted(deps, chain, key, { receipt, counted })
  const isUsed = (agreedCount(counts, chain.quorum) ?? 0n) > key.nonce
  if (isUsed) return closeForeign(deps, chain, key)
  const isTurn = isNext(counts, key.nonce)
  // The lead of a batch tracks its transactions.
  if (key.isLead) {
    const judgement = await judgeUnsent(deps, request, key)
    if (judgement === 'spent') return 'spent'
    if (judgement === 'go') await rebroadcastOrReplace(deps, request, chain, { key, isNext: isTurn, isOver })
  }
  return { reason: because('waiting_for_receipt'), delayMs: key.isLead && isTurn ? pollMs(chain) : passivePollMs }
}

/** A transaction that reverted, or a batch that went through without this request. */
async function closeReverted(
  deps: StepDeps,
  chain: TransactionChain,
  key: OwnNonce,
  { receipt, counted }: { receipt: Receipt; counted: bigint },
): Promise<Waiting | 'spent'> {
  // Only at depth is the nonce spent for good: a reorg before would leave it empty, and every later one waiting.
  if (receipt.blockNumber > counted) return { reason: because('revert_waits_for_depth'), delayMs: pollMs(chain) }
  await deps.nonces.closeNonce(key, receipt.hash, receipt.isSuccess ? 'mined' : 'reverted')
  return 'spent'
}

/**
 * The nonce is used, and by none of our transactions. A reorg may have taken ours out of the block that counted it, and only
 * at depth is that told from another's transaction. The receipt may also be late: asks once more before giving up.
 */
async function closeForeign(deps: StepDeps, chain: TransactionChain, key: OwnNonce): Promise<Waiting | 'spent'> {
  if ((await chain.settledNonce(key.signer)) <= key.nonce)
    return { reason: because('used_nonce_waits_for_depth'), delayMs: pollMs(chain) }
  const again = await chain.receipts(key.attempts.map(({ hash }) => hash))
  if (again.length > 0) return { reason: because('receipt_appeared'), delayMs: 0 }
  deps.observe.foreignNonce(key)
  await deps.nonces.closeNonce(key, key.attempts[0]?.hash ?? '0x', 'dropped')
  return 'spent'
}

/**
 * Sends what was not sent, sends again what nodes forget, and replaces what pays too little.
 *
 * @param o.isNext whether every nonce before is mined: a transaction that waits behind another is not helped by paying more.
 */
async function rebroadcastOrReplace(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { key, isNext, isOver }: { key: OwnNonce; isNext: boolean; isOver: boolean },
): Promise<void> {
  const newest = key.attempts.at(-1)
  if (newest === undefined) return
  const now = deps.now()
  const sentAt = newest.lastBroadcastAt?.getTime()
  let errorClass: BroadcastErrorClass | null = null
  // Some nodes keep nothing for a nonce that is not the next one.
  const isItsTurn = isNext && newest.errorClass === 'nonce_too_high'
  if (sentAt === undefined || isItsTurn || now - sentAt >= Math.max(rebroadcastAfterMs, 2 * chain.blockTimeMs)) {
    errorClass = await broadcast(deps, request, chain, newest)
  }
  // A transaction that an endpoint took only just now has a block to be mined in.
  const hadItsBlock = sentAt !== undefined && now - sentAt >= chain.blockTimeMs && !isItsTurn
  const isOverdue =
    isNext && hadItsBlock && wasPassedBy(newest.signedBlock, await chain.headNumber(), chain.blockTimeMs)
  if (!isOver && (isOverdue || paysTooLittle(errorClass))) await replace(deps, request, chain, newest)
}

/** A nonce was assigned, and nothing was signed for it: the process ended, or the key was out of reach. */
async function signAgain(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: OwnNonce,
): Promise<Waiting | 'spent'> {
  if ((await judgeUnsent(deps, request, key)) === 'spent') return 'spent'
  const planned = await deps.rules.plan(request)
  if (!(await deps.rules.wouldSucceed(request, key.signer, planned))) {
    // For how long is not known, and later transactions wait behind it.
    await deps.nonces.abandonNonces(request, { only: key })
    return 'spent'
  }
  const signed = await signPayable(deps, request, chain, { ...key, members: [request.id] }, planned)
  return { reason: because('signed_again'), delayMs: signed === undefined ? pollMs(chain) : 0 }
}
