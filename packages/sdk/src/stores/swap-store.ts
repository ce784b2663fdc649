import { hashSecret } from '@tandem/escrow'
import type { SwapState } from '../swap-state.ts'

/** Keeps swaps over a restart. `save` is what `SwapOptions.save` wants; states are named by {@link swapKeyOf}. */
export interface SwapStore {
  save(state: SwapState): Promise<void>
  /** Every swap that was saved and not removed. */
  list(): Promise<SwapState[]>
  /** Forgets a swap: once it is completed or refunded. */
  remove(state: SwapState): Promise<void>
}

/**
 * The single name of a swap from before its order exists until its end: the commitment hash of its secret. The user's
 * side made it; every other identifier is chosen by the orderbook, which could give one to two swaps.
 */
export const swapKeyOf = ({ secret }: Pick<SwapState, 'secret'>): string => hashSecret(secret)

/** The place where a store keeps its states, each under a name. */
export interface Entries {
  all(): Promise<SwapState[]>
  put(name: string, state: SwapState): Promise<void>
  delete(name: string): Promise<void>
}

/** A store over named entries. */
export const storeOver = ({ all, put, delete: remove }: Entries): SwapStore => ({
  save: (state) => put(swapKeyOf(state), state),
  list: all,
  remove: (state) => remove(swapKeyOf(state)),
})

/** Keeps swaps in memory, for tests: a restart loses them. */
export function memoryStore(): SwapStore {
  const states = new Map<string, SwapState>()
  return storeOver({
    all: async () => structuredClone([...states.values()]),
    put: async (name, state) => void states.set(name, structuredClone(state)),
    delete: async (name) => void states.delete(name),
  })
}
