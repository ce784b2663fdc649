import { askNonceCounts, readNonce } from '@tandem/chain'
import { repairNonces } from '@tandem/sending'
import { askReached } from './ask.ts'
import type { SolverChain } from './chain.ts'

/** The nonces of the solver's account on one chain, as far as this process uses them. */
export interface Nonces {
  /** Takes the next nonce. Calls must not overlap. @throws UnbelievedError. */
  take(): Promise<bigint>
  /** Takes this nonce. */
  hold(nonce: bigint): void
  /** A nonce that was taken is used, or given up. */
  end(nonce: bigint): void
  /**
   * Takes the nonces below ours that no transaction of ours fills, and that hold all of ours up. Where they are too many to be
   * filled, the count was false by which ours were taken: then ours are out of reach.
   */
  takeGaps(): Promise<readonly bigint[]>
  isOutOfReach(nonce: bigint): boolean
}

/**
 * The chain says where to go on whenever nothing is under way, so that a restart needs no memory. Between, the counter is ours:
 * a node may be behind.
 */
export function makeNonces({ panel, account: { address } }: Pick<SolverChain, 'panel' | 'account'>): Nonces {
  const taken = new Set<bigint>()
  const outOfReach = new Set<bigint>()
  let next: bigint | undefined

  return {
    async take() {
      if (next === undefined || taken.size === 0) {
        const pending = await askReached(panel, 'nonce', (endpoint) => readNonce(endpoint, address, 'pending'))
        // A node that has forgotten transactions of ours counts fewer.
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
      // Of before the question: a nonce that is used while it is answered is no gap.
      const given = [...taken].sort((a, b) => (a < b ? -1 : 1))
      const { reached: settled } = await askNonceCounts(panel, address)
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
