import { ttlCache } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { BlockReader, NonceKey, SignerReader } from './ports.ts'

const checkMs = 1_000

type KnowingChain = Pick<BlockReader, 'name'> & Pick<SignerReader, 'signers' | 'pendingNonce' | 'minedNonce'>

export interface SignerUse {
  chain: string
  signer: Address
  nextNonce: bigint
  openNonces: number
}

export type KnownSigners = (chain: KnowingChain) => Promise<readonly Address[]>

/**
 * The signers that may be used. Left out are those with pending transactions that the database does not know, as after a restore:
 * a new transaction would replace one of them.
 */
export function makeKnownSigners({
  signerUses,
  onUnknown,
}: {
  signerUses: () => Promise<readonly SignerUse[]>
  onUnknown: (key: NonceKey) => void
}): KnownSigners {
  const known = new Set<string>()
  const recheck = ttlCache(checkMs, check)
  const keyOf = (chain: KnowingChain, signer: Address) => `${chain.name} ${signer}`

  return async (chain) => {
    if (chain.signers.some((signer) => !known.has(keyOf(chain, signer)))) await recheck(chain)
    return chain.signers.filter((signer) => known.has(keyOf(chain, signer)))
  }

  async function check(chain: KnowingChain): Promise<void> {
    // The chain is read before the database: a nonce that another worker assigns in between must not look unknown.
    const pending = await Promise.all(chain.signers.map((signer) => chain.pendingNonce(signer)))
    const uses = await signerUses()
    await Promise.all(
      chain.signers.map(async (signer, index) => {
        const given = uses.find((use) => use.chain === chain.name && use.signer === signer)?.nextNonce ?? 0n
        const mined = await chain.minedNonce(signer)
        const next = given > mined ? given : mined
        const count = pending[index]
        if (count !== undefined && count <= next) known.add(keyOf(chain, signer))
        else onUnknown({ chain: chain.name, signer, nonce: next })
      }),
    )
  }
}
