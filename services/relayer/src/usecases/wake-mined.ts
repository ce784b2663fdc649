import type { RelayChain, SettlementStore } from './ports.ts'

const leastReopenMs = 10_000

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
        const from = seen.get(address) ?? 0n
        const signer = { chain: chain.name, address }
        // And whoever is next.
        if (mined > from) await store.wakeMined(signer, { from, below: mined + 1n })
        // Mostly none. Nodes put back what a reorg took out of a block.
        await store.reopenSlots(signer, mined, Math.max(leastReopenMs, 10 * chain.blockTimeMs))
        // After a reorg it counts from further back.
        seen.set(address, mined)
        return mined > from
      }),
    )
    return woken.includes(true)
  }
}
