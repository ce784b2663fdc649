import type { VaultView } from '@tandem/escrow'
import type { Hex } from 'viem'
import { isChore, needsSecret, targetOf, type Work } from '../domain/settlement.ts'
import type { RelayChain } from './ports.ts'

/** How far the vault has ended a piece of work, by the agreement of the endpoints. */
export type Settling =
  /** There is something left to do. */
  | { type: 'open' }
  /** The endpoints do not agree, or too few answer. */
  | { type: 'doubtful'; reason: string }
  /** A reorg may still take it back. */
  | { type: 'waiting'; reason: string }
  /** `cancelled`: the work cannot be done any more. */
  | { type: 'done' | 'cancelled' }

/** Reads the vault that the work acts on. */
export async function readSettling(chain: Pick<RelayChain, 'readAgreedVault'>, work: Work): Promise<Settling> {
  const agreed = await chain.readAgreedVault(targetOf(work))
  if (!agreed.isAgreed) return { type: 'doubtful', reason: agreed.reason }
  const { latest, atDepth } = agreed.value
  const isDone = isDoneBy(work, latest.state)
  if (!isDone && latest.state !== 'cancelled') return { type: 'open' }
  if (isDone)
    return isDoneBy(work, atDepth.state)
      ? { type: 'done' }
      : { type: 'waiting', reason: 'settled by another; waits for depth' }
  return atDepth.state === 'cancelled'
    ? { type: 'cancelled' }
    : { type: 'waiting', reason: 'the vault was cancelled; waits for depth' }
}

/** The transaction that did the work, as far as it is found: it is a hint for people, the vault decides. */
export const findSettlingTx = async (chain: Pick<RelayChain, 'findSettlingTx'>, work: Work): Promise<Hex | undefined> =>
  (await chain.findSettlingTx(targetOf(work).vault, work.kind))?.hash

/** Whether the vault, in this state, leaves nothing to do. */
function isDoneBy(work: Work, state: VaultView['state']): boolean {
  if (isChore(work) && work.chore === 'cancel') return state === 'cancelled' || state === 'claimed'
  return needsSecret(work) ? state === 'claimed' : state !== 'missing'
}
