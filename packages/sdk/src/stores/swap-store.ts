import { hashSecret } from '@tandem/escrow'
import type { SwapState } from '../swap-state.ts'

/** Keeps swaps over a restart. `save` is what `SwapOptions.save` wants; states are named by {@link swapKeyOf}. */
export interface SwapStore {
  /** @throws Error rather than overwrite another secret. */
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

/** The name under which earlier versions kept a swap. It may be another swap's as well. */
const formerKeyOf = ({ quote }: SwapState): string => quote.quote_id.replace(/[^a-zA-Z0-9-]/g, '_')

/** The place where a store keeps its states, each under a name. */
export interface Entries {
  get(name: string): Promise<SwapState | undefined>
  all(): Promise<[name: string, state: SwapState][]>
  put(name: string, state: SwapState): Promise<void>
  delete(name: string): Promise<void>
}

/** A store over named entries. States of earlier versions are read until they are removed. */
export function storeOver(entries: Entries): SwapStore {
  return {
    async save(state) {
      const key = swapKeyOf(state)
      const kept = await entries.get(key)
      if (kept !== undefined && swapKeyOf(kept) !== key) throw new Error('another secret is kept under this name')
      await entries.put(key, state)
    },
    async list() {
      const found = new Map<string, SwapState>()
      for (const [name, state] of await entries.all()) {
        const key = swapKeyOf(state)
        // Fields that both hold are of the later version; either may know that the secret left.
        found.set(key, name === key ? { ...found.get(key), ...state } : { ...state, ...found.get(key) })
      }
      return [...found.values()]
    },
    async remove(state) {
      const key = swapKeyOf(state)
      for (const name of [formerKeyOf(state), key]) {
        const kept = await entries.get(name)
        if (kept !== undefined && swapKeyOf(kept) === key) await entries.delete(name)
      }
    },
  }
}

/** Keeps swaps in memory, for tests: a restart loses them. */
export function memoryStore(): SwapStore {
  const states = new Map<string, SwapState>()
  return storeOver({
    get: async (name) => states.get(name),
    all: async () => structuredClone([...states]),
    put: async (name, state) => void states.set(name, structuredClone(state)),
    delete: async (name) => void states.delete(name),
  })
}
