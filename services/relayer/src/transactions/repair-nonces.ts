import { type NonceLedger, repairNonces } from '@tandem/chain/sending'
import type { Address } from 'viem'
import type { BlockReader, Clock, NonceKey, Signer, SignerReader } from './ports.ts'
import type { MinedStore } from './wake-mined.ts'

/** Milliseconds between two repairs while no nonce is open. Only a key that is used elsewhere needs one then. */
const idleMs = 60_000

export interface NonceRepairStore {
  /** What is stored of the signer's nonces; undefined for a signer that never had one. */
  nonceLedger(signer: Signer, settled: bigint): Promise<Omit<NonceLedger, 'settled'> | undefined>
  /** Adds rows for these nonces as abandoned ones, so that they are gap-filled. */
  fillNonces(signer: Signer, nonces: readonly bigint[]): Promise<void>
  /** Deletes the nonces from this one on. Their requests are due at once. */
  releaseNonces(signer: Signer, from: bigint): Promise<void>
  /** Sets the signer's counter to `to`, if it is still at `from` and no row is at `to` or above. */
  moveCounter(signer: Signer, from: bigint, to: bigint): Promise<void>
}

/**
 * Compares every signer's rows with the chain at confirmation depth. The counter follows the chain, gaps are filled, and work
 * whose nonces cannot be mined is given other ones.
 */
export function makeRepairNonces({
  store,
  chain,
  foreignNonce,
  onError,
  now,
}: {
  store: NonceRepairStore & Pick<MinedStore, 'hasOpenNonces'>
  chain: Pick<BlockReader, 'name'> & Pick<SignerReader, 'signers' | 'settledNonce'>
  foreignNonce: (key: NonceKey) => void
  /** Called when a signer could not be repaired. The others are repaired all the same. */
  onError: (error: unknown) => void
  now: Clock
}): () => Promise<void> {
  let latest = Number.NEGATIVE_INFINITY

  return async () => {
    if (now() - latest < idleMs && !(await store.hasOpenNonces(chain.name))) return
    latest = now()
    await Promise.all(chain.signers.map((address) => repair(address).catch(onError)))
  }

  async function repair(address: Address): Promise<void> {
    const settled = await chain.settledNonce(address)
    const signer = { chain: chain.name, address }
    const ledger = await store.nonceLedger(signer, settled)
    // A signer without a counter is given its first nonce by the chain.
    if (ledger === undefined) return
    const wanted = repairNonces({ settled, ...ledger })
    if (wanted.type === 'none') return
    if (wanted.type === 'fill') return store.fillNonces(signer, wanted.nonces)
    if (wanted.type === 'release') await store.releaseNonces(signer, wanted.from)
    if (wanted.type === 'raise') foreignNonce({ chain: chain.name, signer: address, nonce: ledger.next })
    await store.moveCounter(signer, ledger.next, wanted.to)
  }
}
