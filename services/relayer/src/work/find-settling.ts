import { isBelieved } from '@tandem/chain'
import type { VaultAtDepth, VaultView } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Ending } from '../transactions/domain/request.ts'
import type { SettlingKind, VaultReader } from '../vaults/ports.ts'
import { isJob, targetOf, type Work } from './domain/work.ts'

/** How the work has ended, by the agreement of the endpoints. */
export async function findEnding(chain: Pick<VaultReader, 'readVault'>, work: Work): Promise<Ending> {
  const vault = await chain.readVault(targetOf(work))
  if (!isBelieved(vault)) return { type: 'doubtful', reason: vault.reason }
  const { latest, atDepth } = vault.value
  if (isPastCreation(work, vault.value)) return { type: 'expired' }
  const isDone = leavesNothingToDo(work, latest)
  if (!isDone && (isSweep(work) || latest.state !== 'cancelled')) return { type: 'open' }
  if (isDone) return leavesNothingToDo(work, atDepth) ? { type: 'done' } : settledAtLatest
  return atDepth.state === 'cancelled' ? { type: 'cancelled' } : cancelledAtLatest
}

/** Seconds after `cancelAfter` from which no reorg brings a creation back. */
const beyondReorgsSecs = 3_600

/** Whether the escrow can never be created any more: the registry creates only before `cancelAfter`. */
const isPastCreation = (work: Work, { latest, atDepth, chainTime }: VaultAtDepth): boolean =>
  !isJob(work) &&
  work.kind === 'initiation' &&
  latest.state === 'missing' &&
  atDepth.state === 'missing' &&
  chainTime > work.source.terms.cancelAfter + beyondReorgsSecs

const settledAtLatest: Ending = {
  type: 'waiting',
  reason: { code: 'settled_waits_for_depth', text: 'settled by another; waits for depth' },
}
const cancelledAtLatest: Ending = {
  type: 'waiting',
  reason: { code: 'cancelled_waits_for_depth', text: 'the vault was cancelled; waits for depth' },
}

const isSweep = (work: Work): boolean => isJob(work) && work.job === 'sweep'

/** The transaction that ended the work, as a hint for people. What has ended is decided by the vault. */
export const findEndingTx = async (chain: Pick<VaultReader, 'findSettlingTx'>, work: Work): Promise<Hex | undefined> =>
  isSweep(work) ? undefined : (await chain.findSettlingTx(targetOf(work).vault, settlingKindOf(work)))?.hash

function settlingKindOf(work: Work): SettlingKind {
  if (isJob(work)) return 'settled'
  switch (work.kind) {
    case 'claim':
      return 'claimed'
    case 'initiation':
      return 'created'
  }
}

/** Whether the vault's state leaves nothing to do. A kind without a rule does not compile. */
function leavesNothingToDo(work: Work, vault: VaultView): boolean {
  switch (isJob(work) ? work.job : work.kind) {
    case 'claim':
      return vault.state === 'claimed'
    case 'cancel':
    case 'consent':
      return vault.state === 'claimed' || vault.state === 'cancelled'
    case 'sweep':
      return (vault.state === 'claimed' || vault.state === 'cancelled') && vault.balance === 0n
    case 'initiation':
    case 'recover_prefund':
      return vault.state !== 'missing'
  }
}
