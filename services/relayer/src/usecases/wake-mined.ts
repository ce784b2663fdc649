import type { RelayChain, SettlementStore } from './ports.ts'

/**
 * Asks a chain how many nonces of each signer it has used, and makes due what was sent with those that are new: one
 * question instead of one for every transaction under way. What it misses looks for itself, later.
 *
 * @returns looks, and says whether something was made due.
 */
export function makeWakeMined(
  store: Pick<SettlementStore, 'wakeMined' | 'reopenSlots'>,
  chain: RelayChain,
): () => Promise<boolean> {
  const seen = new Map<string, bigint>()

  return async () => {
    const woken = await Promise.all(
      chain.signers.map(async (address) => {
        const mined = await chain.minedNonce(address, 0)
        const last = seen.get(address)
        const from = last ?? 0n
        const signer = { chain: chain.name, address }
        // And whoever is next.
        if (mined > from) await store.wakeMined(signer, { from, below: mined + 1n })
        // A reorg, perhaps while nobody looked. It counts from further back then.
        if (last === undefined || mined < last) await store.reopenSlots(signer, mined)
        seen.set(address, mined)
        return mined > from
      }),
    )
    return woken.includes(true)
  }
}
