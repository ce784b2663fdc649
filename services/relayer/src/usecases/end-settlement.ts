import type { VaultView } from '@tandem/escrow'
import { isChore, needsSecret, type Settlement, targetOf, type Work } from '../domain/settlement.ts'
import { findSettling } from './find-settling.ts'
import { passivePollMs, pollMs, untilCounted } from './pace.ts'
import type { RelayChain, SettlementStore, Waiting } from './ports.ts'

export interface EndDeps {
  store: SettlementStore
  observe: {
    moved(settlement: Settlement, reason: string): void
    lost(settlement: Settlement): void
  }
}

export type Ending = ReturnType<typeof makeEnding>

/** Ends what the vault has ended, once no reorg can take that back. */
export function makeEnding({ store, observe }: EndDeps) {
  return { move, supersede, lookAtVault }

  async function move(...args: Parameters<SettlementStore['advance']>): Promise<Settlement | undefined> {
    const moved = await store.advance(...args)
    if (moved !== undefined) observe.moved(moved, args[2])
    return moved
  }

  /** Of one whose vault leaves nothing to do. @returns what to wait for until that counts. */
  async function supersede(settlement: Settlement, chain: RelayChain): Promise<Waiting | 'ended'> {
    const wait = (delayMs: number, reason: string): Waiting => ({ delayMs, reason })
    const settling = await findSettling(chain, targetOf(settlement.work), settlement.work.kind)
    if (settling === undefined) return wait(pollMs(chain), 'the vault is settled; its event is not found yet')
    const { hash: txHash, blocksLeft } = settling
    // Until then a reorg may take it back, and the secret is needed again.
    if (blocksLeft > 0n) return wait(untilCounted(chain, blocksLeft), 'settled by another; waits for depth')
    const { all } = await store.history(settlement.id)
    // Our own transaction, whose receipt comes later than its effect.
    if (all.some(({ hash }) => hash === txHash)) return wait(pollMs(chain), 'waiting for the receipt')
    await move(settlement, 'settled_by_other', `settled in ${txHash}`, {
      txHash,
      ...(settlement.errorCode === null ? {} : { errorCode: null }),
    })
    return 'ended'
  }

  /** @returns whether the vault ended the settlement, or what to wait for when a reorg may still take that back. */
  async function lookAtVault(settlement: Settlement, chain: RelayChain): Promise<'open' | Waiting | 'ended'> {
    const { latest, atDepth } = await chain.readVault(targetOf(settlement.work))
    if (isDoneBy(settlement.work, latest.state)) return supersede(settlement, chain)
    if (latest.state !== 'cancelled') return 'open'
    if (atDepth.state !== 'cancelled')
      return { delayMs: passivePollMs, reason: 'the vault was cancelled; waits for depth' }
    const lost = await move(settlement, 'too_late_after_reveal', 'the vault was cancelled', { errorCode: 'LOST' })
    if (lost !== undefined) observe.lost(lost)
    return 'ended'
  }
}

/** Whether the vault, in this state, leaves nothing to do. */
function isDoneBy(work: Work, state: VaultView['state']): boolean {
  if (isChore(work) && work.chore === 'cancel') return state === 'cancelled' || state === 'claimed'
  return needsSecret(work) ? state === 'claimed' : state !== 'missing'
}
