import { type NonceLedger, repairNonces } from '@tandem/chain/sending'
import type { Address } from 'viem'
import type { BlockReader, Clock, NonceKey, Signer, SignerReader } from './ports.ts'
import type { MinedStore } from './wake-mined.ts'

/** Only a key that is used elsewhere needs a repair then. */
const idleMs = 60_000

export interface NonceRepairStore {
  /** Nothing for a signer without nonces. */
  nonceLedger(signer: Signer, settled: bigint): Promise<Omit<NonceLedger, 'settled'> | undefined>
  /** Abandoned rows, which are gap-filled. */
  fillNonces(signer: Signer, nonces: readonly bigint[]): Promise<void>
  /** Their requests are due at once. */
  releaseNonces(signer: Signer, from: bigint): Promise<void>
  /** Only if unchanged, and without a row at `to` or above. */
  moveCounter(signer: Signer, from: bigint, to: bigint): Promise<void>
}

/**
 * Compares every signer's rows with the chain at depth: the counter follows, gaps are filled, unreachable work gets
 * other nonces.
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
  /** It holds up no other signer. */
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
    // The first nonce comes from the chain.
    if (ledger === undefined) return
    const wanted = repairNonces({ settled, ...ledger })
    if (wanted.type === 'none') return
    if (wanted.type === 'fill') return store.fillNonces(signer, wanted.nonces)
    if (wanted.type === 'release') await store.releaseNonces(signer, wanted.from)
    if (wanted.type === 'raise') foreignNonce({ chain: chain.name, signer: address, nonce: ledger.next })
    await store.moveCounter(signer, ledger.next, wanted.to)
  }
}
