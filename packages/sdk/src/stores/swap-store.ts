import type { SwapState } from '../swap-state.ts'

/** Keeps swaps over a restart. `save` is what `SwapOptions.save` wants; states are named by {@link keyOf}. */
export interface SwapStore {
  save(state: SwapState): Promise<void>
  /** Every swap that was saved and not removed. */
  list(): Promise<SwapState[]>
  /** Forgets a swap: once it is completed or refunded. */
  remove(state: SwapState): Promise<void>
}

/** The single name of a swap from before its order exists until its end: the identifier of its quote. */
export const keyOf = ({ quote }: SwapState): string => quote.quote_id.replace(/[^a-zA-Z0-9-]/g, '_')

/** Keeps swaps in memory, for tests: a restart loses them. */
export function memoryStore(): SwapStore {
  const states = new Map<string, SwapState>()
  return {
    save: async (state) => void states.set(keyOf(state), structuredClone(state)),
    list: async () => structuredClone([...states.values()]),
    remove: async (state) => void states.delete(keyOf(state)),
  }
}
