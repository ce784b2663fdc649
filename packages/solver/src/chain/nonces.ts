import { askNonceCounts, readNonce } from '@tandem/chain'
import { repairNonces } from '@tandem/chain/sending'
import { askReached } from './ask.ts'
import type { SolverChain } from './chain.ts'

export interface Nonces {
  /**
   * Calls must not overlap.
   * @throws UnbelievedError
   */
  take(): Promise<bigint>
  hold(nonce: bigint): void
  end(nonce: bigint): void
  /** Takes missing nonces below ours, which hold ours up. Too many mean that ours rest on a false count. */
  takeGaps(): Promise<readonly bigint[]>
  isOutOfReach(nonce: bigint): boolean
}

/** When nothing is under way the chain says the next nonce. Otherwise our counter does: a node may be behind. */
export function makeNonces({ quorum, account: { address } }: Pick<SolverChain, 'quorum' | 'account'>): Nonces {
  const taken = new Set<bigint>()
  const outOfReach = new Set<bigint>()
  let next: bigint | undefined

  return {
    async take() {
      if (next === undefined || taken.size === 0) {
        const pending = await askReached(quorum, 'nonce', (endpoint) => readNonce(endpoint, address, 'pending'))
        // A node that forgot our transactions counts fewer.
        const ours = [...taken].flatMap((one) => (outOfReach.has(one) ? [] : [one + 1n]))
        next = [...ours, next ?? 0n].reduce((a, b) => (a > b ? a : b), pending)
      }
      const nonce = next
      next = nonce + 1n
      taken.add(nonce)
      return nonce
    },
    hold: (nonce) => void taken.add(nonce),
    end(nonce) {
      taken.delete(nonce)
      outOfReach.delete(nonce)
    },
    async takeGaps() {
      // Read before the question: a nonce used meanwhile is no gap.
      const given = [...taken].sort((a, b) => (a < b ? -1 : 1))
      const { reached: settled } = await askNonceCounts(quorum, address)
      if (settled === undefined || next === undefined) return []
      const left = given.filter((nonce) => nonce >= settled)
      const repair = repairNonces({ settled, next, surelyUsed: 0n, given: left })
      if (repair.type === 'release') {
        for (const nonce of left) if (nonce >= repair.from) outOfReach.add(nonce)
        next = undefined
      }
      if (repair.type !== 'fill') return []
      const gaps = repair.nonces.filter((nonce) => !taken.has(nonce))
      for (const nonce of gaps) taken.add(nonce)
      return gaps
    },
    isOutOfReach: (nonce) => outOfReach.has(nonce),
  }
}
