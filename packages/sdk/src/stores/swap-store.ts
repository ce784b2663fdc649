import { hashSecret } from '@tandem/escrow'
import type { SwapState } from '../swap-state.ts'

/** A store of swap states. Each state is kept under the name that {@link swapKeyOf} gives. */
export interface SwapStore {
  /** Saves a state, in place of an earlier one of the same swap. */
  save(state: SwapState): Promise<void>
  list(): Promise<SwapState[]>
  /** Deletes the state of a swap. Call it once a run says `mayForget`. */
  remove(state: SwapState): Promise<void>
}

/**
 * The name of a swap in a store: its commitment hash. An identifier of the orderbook would not be safe, because the
 * orderbook could give the same one to two swaps, and the second would overwrite the secret of the first.
 * @example
 * const key = swapKeyOf(swap.state)
 */
export const swapKeyOf = ({ secret }: Pick<SwapState, 'secret'>): string => hashSecret(secret)

export interface Entries {
  all(): Promise<SwapState[]>
  put(name: string, state: SwapState): Promise<void>
  delete(name: string): Promise<void>
}

export const storeOver = ({ all, put, delete: remove }: Entries): SwapStore => ({
  save: (state) => put(swapKeyOf(state), state),
  list: all,
  remove: (state) => remove(swapKeyOf(state)),
})

/**
 * Keeps swaps in memory. It is for tests, because a restart loses them.
 * @example
 * const store = memoryStore()
 */
export function memoryStore(): SwapStore {
  const states = new Map<string, SwapState>()
  return storeOver({
    all: async () => structuredClone([...states.values()]),
    put: async (name, state) => void states.set(name, structuredClone(state)),
    delete: async (name) => void states.delete(name),
  })
}
