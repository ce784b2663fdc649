import type { RelayChain, SettlementStore } from './ports.ts'

/**
 * Asks a chain how many nonces of each signer it has used, and makes due what was sent with those that are new: one
 * question instead of one for every transaction under way. What it misses looks for itself, later.
 *
 * @returns looks, and says whether something was made due.
 */
export function makeWakeMined(store: Pick<SettlementStore, 'wakeMined'>, chain: RelayChain): () => Promise<boolean> {
  const seen = new Map<string, bigint>()

  return async () => {
    const woken = await Promise.all(
      chain.signers.map(async (address) => {
        const mined = await chain.minedNonce(address, 0)
        const from = seen.get(address) ?? 0n
        if (mined > from) await store.wakeMined({ chain: chain.name, address }, { from, below: mined })
        // After a reorg it counts from further back.
        seen.set(address, mined)
        return mined > from
      }),
    )
    return woken.includes(true)
  }
}
