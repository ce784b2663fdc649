import { BaseError } from 'viem'
import { ChainError } from './chain-error.ts'

/** Two concurrent batches: while they run, the next one fills up. */
export const together = { maxRunning: 2, maxKeys: 50 }

/** Cache lifetime for shared per-block reads (fees, nonces, balances). */
export const perBlockCacheMs = (blockTimeMs: number): number => Math.min(500, blockTimeMs / 4)

/** Runs a read, and lets out only what is safe to print. */
export const safely = async <T>(chain: string, what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw new ChainError(`${chain}: ${what} failed: ${error instanceof BaseError ? error.name : 'unknown'}`)
  }
}

/** @throws Error with the complaint when there is no answer. */
export function answered<T>(answer: T | undefined, complaint: string): T {
  if (answer === undefined) throw new Error(complaint)
  return answer
}
