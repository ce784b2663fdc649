import { hashSecret } from '@tandem/escrow'
import type { SwapState } from '../swap-state.ts'

/** Where the states of swaps are kept. Names are {@link swapKeyOf}. */
export interface SwapStore {
  save(state: SwapState): Promise<void>
  list(): Promise<SwapState[]>
  /** Called once the swap is completed or refunded. */
  remove(state: SwapState): Promise<void>
}

/**
 * The name of a swap: its commitment hash. Identifiers of the orderbook would not do, because it could give one to two
 * swaps.
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

/** Keeps swaps in memory, for tests: a restart loses them. */
export function memoryStore(): SwapStore {
  const states = new Map<string, SwapState>()
  return storeOver({
    all: async () => structuredClone([...states.values()]),
    put: async (name, state) => void states.set(name, structuredClone(state)),
    delete: async (name) => void states.delete(name),
  })
}
