import { type BroadcastErrorClass, type Newest, type Next, nextAtNonce } from '@tandem/chain/sending'
import { agreedCount, isNext, type NonceCounts } from './domain/nonce-counts.ts'
import type { Attempt, NonceKey, Receipt, TransactionChain } from './ports.ts'

export interface Seen {
  receipts: readonly Receipt[]
  counted: bigint
}
export const nothingMined: Seen = { receipts: [], counted: 0n }

/**
 * Reads receipts, and before them the block that counts as confirmed: receipts that are read later cannot have been replaced in
 * it.
 */
export async function findReceipts(
  chain: TransactionChain,
  worth: { valueUsd?: number | undefined },
  attempts: readonly Attempt[],
): Promise<Seen> {
  const counted = await chain.countedBlock(worth)
  return { counted, receipts: await chain.receipts(attempts.map(({ hash }) => hash)) }
}

/**
 * What to do next at a nonce, found with as few questions to the chain as possible.
 * @param o.newest undefined where nothing signed may be sent.
 */
export async function nextAt(
  chain: TransactionChain,
  key: NonceKey,
  o: {
    counts: NonceCounts
    attempts: readonly Attempt[]
    newest: Attempt | undefined
    seen: Seen
    nowMs: number
    patienceMs?: number
  },
): Promise<Next<Receipt>> {
  const { signer, nonce } = key
  const isTurn = isNext(o.counts, nonce)
  const isOurs = ({ hash }: Receipt) => o.attempts.some((attempt) => attempt.hash === hash)
  const facts = {
    ...{ nonce, newest: newestOf(o.attempts, o.newest), isNext: isTurn, countedBlock: o.seen.counted },
    receipt: o.seen.receipts.find(isOurs),
    used: agreedCount(o.counts, chain.majority) ?? 0n,
    // Without a head the fees are not raised, but the newest transaction is still sent again in time.
    head: isTurn && o.newest !== undefined ? await chain.headNumber().catch(() => undefined) : undefined,
  }
  const pace = { blockTimeMs: chain.blockTimeMs, nowMs: o.nowMs, ...(o.patienceMs && { patienceMs: o.patienceMs }) }
  const next = nextAtNonce(facts, pace)
  if (next.type !== 'used') return next
  const settled = await chain.settledNonce(signer)
  if (settled <= nonce) return { type: 'settling' }
  const [receipt] = await chain.receipts(o.attempts.map(({ hash }) => hash))
  return nextAtNonce({ ...facts, settled, receipt }, pace)
}

/** The newest attempt, with the latest time at which any attempt was sent: an earlier one may have been sent again. */
function newestOf(attempts: readonly Attempt[], newest: Attempt | undefined): Newest | undefined {
  if (newest === undefined) return undefined
  const sent = attempts.flatMap(({ lastBroadcastAt }) => lastBroadcastAt?.getTime() ?? [])
  return {
    signedBlock: newest.signedBlock,
    sentAtMs: newest.lastBroadcastAt === null ? undefined : Math.max(...sent),
    refusal: newest.errorClass as BroadcastErrorClass | null,
  }
}
