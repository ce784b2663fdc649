import { briefly } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { SignerUse } from './observe-chains.ts'
import type { RelayChain, Slot } from './ports.ts'

const lookMs = 1_000

/** The signers of a chain that may be given new nonces. */
export type KnownSigners = (chain: RelayChain) => Promise<readonly Address[]>

/**
 * Leaves out signers with transactions under way that the database has not given nonces to, until those are mined: it was
 * restored from a backup, or is another one. A new claim would replace the first of them, and that may be a claim, too. One
 * that was found to have none is not asked about again.
 */
export function makeKnownSigners({
  signerUses,
  onUnknown,
}: {
  signerUses: () => Promise<readonly SignerUse[]>
  /** Told of the first nonce whose transaction is not ours. */
  onUnknown: (slot: Slot) => void
}): KnownSigners {
  const known = new Set<string>()
  const lookAt = briefly(lookMs, look)
  const keyOf = (chain: RelayChain, signer: Address) => `${chain.name} ${signer}`

  return async (chain) => {
    if (chain.signers.some((signer) => !known.has(keyOf(chain, signer)))) await lookAt(chain)
    return chain.signers.filter((signer) => known.has(keyOf(chain, signer)))
  }

  async function look(chain: RelayChain): Promise<void> {
    // Before the database is read: another worker may be giving out nonces.
    const pending = await Promise.all(chain.signers.map((signer) => chain.pendingNonce(signer)))
    const uses = await signerUses()
    await Promise.all(
      chain.signers.map(async (signer, index) => {
        const given = uses.find((use) => use.chain === chain.name && use.signer === signer)?.nextNonce ?? 0n
        const mined = await chain.minedNonce(signer)
        const next = given > mined ? given : mined
        if ((pending[index] ?? 0n) <= next) known.add(keyOf(chain, signer))
        else onUnknown({ chain: chain.name, signer, nonce: next })
      }),
    )
  }
}
