import type { Logger } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { AccountPanel, ShownMined } from './account-panel.ts'
import type { MinedWatch } from './mined-watch.ts'
import type { NonceProblem, Nonces } from './nonces.ts'

/** The end of a transaction as endpoints tell of it; `isFinal`: enough of them do, so that nothing is left to pursue. */
export type End = (ShownMined | NonceProblem) & { isFinal: boolean }

/** So far an endpoint alone has told of an end. */
export interface Seen {
  /** Rounds in which it showed a receipt. */
  shown: number
  /** Rounds since the end was told. */
  told: number
}

/** A node may know that a nonce is used before it knows the receipt, and another one shows it a moment later. */
const receiptAttempts = 10
/** Rounds after which it is told that a transaction was mined, where one endpoint shows it and another one denies it. */
const deniedRounds = 4

/**
 * Waits for a round whether a transaction is mined.
 *
 * @returns waits for one of these transactions of a nonce, which was offered so many rounds, and counts on in `seen`; resolves to
 * the end, where there is one to tell. It rejects when the solver stops first.
 */
export function makeEndOfRound(
  {
    panel,
    nonces,
    mined,
  }: {
    panel: Pick<AccountPanel, 'minedOf'>
    nonces: Pick<Nonces, 'noteMined' | 'problemOf'>
    mined: MinedWatch
  },
  options: { intervalMs: number; stopping: AbortSignal; logger: Pick<Logger, 'warn'>; chain: string },
) {
  const { intervalMs, stopping, logger, chain } = options

  async function lookFor(hashes: readonly Hex[], attempts: number): Promise<ShownMined | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const shown = await panel.minedOf(hashes)
      const isAllSaid = shown !== undefined && (shown.isAgreed || !shown.isDenied)
      if (isAllSaid || attempt >= attempts || hashes.length === 0) return shown
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
    }
  }

  /** The end that an endpoint alone tells of: once, and late where another one denies it. */
  function told(seen: Seen, end: ShownMined | NonceProblem, nonce: number): End | undefined {
    const isShown = 'hash' in end
    if (isShown) seen.shown += 1
    if (seen.told > 0 || (isShown && end.isDenied && seen.shown < deniedRounds)) return undefined
    seen.told = 1
    if (isShown) logger.warn('transaction.unwitnessed', { chain, nonce, tx_hash: end.hash, shown_by: end.shownBy })
    return { ...end, isFinal: false }
  }

  return async (
    nonce: number,
    { hashes, rounds, patience, seen }: { hashes: readonly Hex[]; rounds: number; patience: number; seen: Seen },
  ): Promise<End | undefined> => {
    const isFirst = seen.shown + seen.told === 0
    if (seen.told > 0) seen.told += 1
    const isShownUsed = await mined.isUsed(nonce, patience)
    const shown = await lookFor(hashes, isShownUsed && isFirst ? receiptAttempts : 1)
    if (shown?.isAgreed === true) {
      nonces.noteMined(nonce)
      return { ...shown, isFinal: true }
    }
    if (stopping.aborted) throw new Error('the solver stops before its transaction is mined')
    const isTold = shown !== undefined || seen.told > 0
    const problem = await nonces.problemOf(nonce, { rounds, isShownUsed, isTold })
    if (problem?.isFinal === true) {
      if (shown !== undefined) nonces.noteMined(nonce)
      return { ...(shown ?? problem), isFinal: true }
    }
    const end = shown ?? problem
    return end && told(seen, end, nonce)
  }
}
