import { askNonceCounts, readNonce } from '@tandem/chain'
import { repairNonces } from '@tandem/chain/sending'
import { askReached } from './ask.ts'
import type { SolverChain } from './chain.ts'

export interface Nonces {
  /**
   * Takes the next nonce. Calls must not overlap.
   *
   * @throws UnbelievedError
   */
  take(): Promise<bigint>
  hold(nonce: bigint): void
  end(nonce: bigint): void
  /**
   * Takes the unused nonces below ours, because none of ours can be mined before those are used. A very large number of
   * gaps can only come from a false count. Then no gap is taken, and our own nonces are marked as out of reach.
   */
  takeGaps(): Promise<readonly bigint[]>
  isOutOfReach(nonce: bigint): boolean
}

/**
 * Gives out the nonces of one account. While nothing is under way, the endpoints say which one is next; otherwise a
 * counter of our own does, because an endpoint may be behind.
 */
export function makeNonces({ quorum, account: { address } }: Pick<SolverChain, 'quorum' | 'account'>): Nonces {
  const taken = new Set<bigint>()
  const outOfReach = new Set<bigint>()
  let next: bigint | undefined

  return {
    async take() {
      if (next === undefined || taken.size === 0) {
        const pending = await askReached(quorum, 'nonce', (endpoint) => readNonce(endpoint, address, 'pending'))
        // The endpoint may have forgotten our transactions, and then counts too few.
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
      // Copied before the endpoints are asked: a nonce that is used while they are asked must not count as a gap.
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
