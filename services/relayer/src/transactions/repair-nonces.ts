import { type NonceLedger, repairNonces } from '@tandem/sending'
import type { Address } from 'viem'
import type { BlockReader, Clock, NonceKey, Signer, SignerReader } from './ports.ts'
import type { MinedStore } from './wake-mined.ts'

/** While nothing is under way, only a key that was used elsewhere could make a repair necessary. */
const idleMs = 60_000

/** The statements that repair the nonces of a signer ({@link repairNonces}). */
export interface NonceRepairStore {
  /** Its counter and the nonces from `settled` on that have a row; nothing when it never had a nonce. */
  nonceLedger(signer: Signer, settled: bigint): Promise<Omit<NonceLedger, 'settled'> | undefined>
  /** Makes rows, abandoned, for nonces that have none: they are gap-filled like every abandoned nonce. */
  fillNonces(signer: Signer, nonces: readonly bigint[]): Promise<void>
  /** Takes requests off the nonces from `from` on, which are forgotten; the requests are due at once. */
  releaseNonces(signer: Signer, from: bigint): Promise<void>
  /** Moves the counter, unless it has moved meanwhile, or a row stands at `to` or above. */
  moveCounter(signer: Signer, from: bigint, to: bigint): Promise<void>
}

/**
 * Holds the rows of every signer's nonces against what the chain counts at depth, and repairs what does not fit: the
 * counter follows the chain, gaps are given to what fills them, and work at nonces that can never be mined is given others.
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
  /** Told of the first nonce that a transaction used which is not ours. */
  foreignNonce: (key: NonceKey) => void
  /** A signer that cannot be looked at holds up no other. */
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
    // No nonce was ever given out: the first one is taken from the chain.
    if (ledger === undefined) return
    const wanted = repairNonces({ settled, ...ledger })
    if (wanted.type === 'none') return
    if (wanted.type === 'fill') return store.fillNonces(signer, wanted.nonces)
    if (wanted.type === 'release') await store.releaseNonces(signer, wanted.from)
    if (wanted.type === 'raise') foreignNonce({ chain: chain.name, signer: address, nonce: ledger.next })
    await store.moveCounter(signer, ledger.next, wanted.to)
  }
}
