import type { Settlement } from '../domain/settlement.ts'
import { findSettlingTx, readSettling } from './find-settling.ts'
import { passivePollMs, pollMs } from './pace.ts'
import type { RelayChain, SettlementStore, Waiting } from './ports.ts'

export interface EndDeps {
  store: SettlementStore
  observe: {
    moved(settlement: Settlement, reason: string): void
    lost(settlement: Settlement): void
  }
}

export type Ending = ReturnType<typeof makeEnding>

/** Ends what the vault has ended, once the endpoints agree that no reorg can take that back. */
export function makeEnding({ store, observe }: EndDeps) {
  return { move, lookAtVault }

  async function move(...args: Parameters<SettlementStore['advance']>): Promise<Settlement | undefined> {
    const moved = await store.advance(...args)
    if (moved !== undefined) observe.moved(moved, args[2])
    return moved
  }

  /**
   * Ends the settlement if the vault leaves nothing to do, by the agreement of the endpoints.
   *
   * @returns what to wait for when a reorg may still take that back; `open` when there is something left to do, and
   *   `doubtful` when the endpoints do not agree.
   */
  async function lookAtVault(
    settlement: Settlement,
    chain: RelayChain,
  ): Promise<'open' | 'doubtful' | Waiting | 'ended'> {
    const settling = await readSettling(chain, settlement.work)
    switch (settling.type) {
      case 'open':
      case 'doubtful':
        return settling.type
      case 'waiting':
        // Until then a reorg may take it back, and the secret is needed again.
        return { delayMs: passivePollMs, reason: settling.reason }
      case 'done':
        return supersede(settlement, chain)
      case 'cancelled':
        return giveUp(settlement)
    }
  }

  async function giveUp(settlement: Settlement): Promise<'ended'> {
    const event = settlement.revealedAt === null ? 'refused' : 'too_late_after_reveal'
    const errorCode = settlement.revealedAt === null ? 'CANCELLED' : 'LOST'
    const ended = await move(settlement, event, 'the vault was cancelled', { errorCode })
    if (ended?.state === 'lost') observe.lost(ended)
    return 'ended'
  }

  async function supersede(settlement: Settlement, chain: RelayChain): Promise<Waiting | 'ended'> {
    const { all } = await store.history(settlement.id)
    const hashes = all.map(({ hash }) => hash)
    const txHash = await findSettlingTx(chain, settlement.work)
    // Our own transaction, whose receipt comes later than its effect.
    const isOwn = txHash === undefined ? (await chain.receipts(hashes)).length > 0 : hashes.includes(txHash)
    if (isOwn) return { delayMs: pollMs(chain), reason: 'waiting for the receipt' }
    const reason = txHash === undefined ? 'settled; by which transaction is not found' : `settled in ${txHash}`
    await move(settlement, 'settled_by_other', reason, {
      ...(txHash === undefined ? {} : { txHash }),
      ...(settlement.errorCode === null ? {} : { errorCode: null }),
    })
    return 'ended'
  }
}
