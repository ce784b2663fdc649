import type { RelayChain, SettlementStore } from './ports.ts'

/**
 * Asks a chain how many nonces of each signer it has used, and makes due what was sent with those that are new: one
 * question instead of one for every transaction under way. What it misses looks for itself, later.
 */
export function makeWakeMined(store: Pick<SettlementStore, 'wakeMined'>, chain: RelayChain): () => Promise<void> {
  const seen = new Map<string, bigint>()

  return async () => {
    await Promise.all(
      chain.signers.map(async (address) => {
        const mined = await chain.minedNonce(address)
        const from = seen.get(address) ?? 0n
        if (mined > from) await store.wakeMined({ chain: chain.name, address }, { from, below: mined })
        // After a reorg it counts from further back.
        seen.set(address, mined)
      }),
    )
  }
}
