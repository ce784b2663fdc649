import { wasLeftOut } from '@tandem/chain/sending'
import type { Address } from 'viem'
import { eligibleSigner, type SignerLoad, whyNoSigner } from './domain/eligible-signer.ts'
import type { ReasonCode } from './domain/reasons.ts'
import type { BlockReader, SignerReader } from './ports.ts'

export interface SignerQueue {
  /** How many of the signer's nonces are assigned and not used by the chain. */
  queued: number
  /** Wei that are reserved for these nonces. */
  reserved: bigint
  /** The block in which the first transaction of the lowest of these nonces was signed. */
  firstSignedBlock: bigint | null
}

export interface QueueStore {
  /** The unused nonces of each signer. An idle signer has no entry. */
  signerQueues(
    chain: string,
    signers: readonly { signer: Address; minedNonce: bigint }[],
  ): Promise<ReadonlyMap<Address, SignerQueue>>
}

type ChoosingChain = Pick<BlockReader, 'name' | 'headNumber' | 'blockTimeMs'> &
  Pick<SignerReader, 'nativeBalance' | 'minedNonce'>

/** Milliseconds without a mined transaction after which a signer with a queue is given nothing new. */
const stuckMs = 60_000

/** Reads how busy each signer is. The reading needs no price, so it runs while the cost is read. */
export type ReadLoads = (chain: ChoosingChain, some: readonly Address[]) => Promise<readonly SignerLoad[]>

/**
 * Chooses the signer of a transaction.
 * @param cost wei.
 * @returns the signer, or why there is none.
 */
export function chooseSigner(
  loads: readonly SignerLoad[],
  cost: bigint,
): { chosen: SignerLoad } | { chosen: undefined; reason: ReasonCode } {
  const chosen = eligibleSigner(loads, cost)
  return chosen === undefined ? { chosen, reason: whyNoSigner(loads, cost) } : { chosen }
}

/**
 * Reads how busy each signer is. Its unused nonces and the money that is reserved for them come from one store, so that the two
 * agree.
 */
export function makeReadLoads(store: QueueStore): ReadLoads {
  /** The block in which each signer's mined nonces were last seen to change. */
  const progress = new Map<string, { minedNonce: bigint; head: bigint }>()

  return async (chain, some) => {
    const [head, ...signers] = await Promise.all([chain.headNumber(), ...some.map((signer) => countsOf(chain, signer))])
    const queues = await store.signerQueues(chain.name, signers)
    return signers.map(({ signer, balance, minedNonce }): SignerLoad => {
      const queue = queues.get(signer) ?? { queued: 0, reserved: 0n, firstSignedBlock: null }
      const since = sinceWhen(`${chain.name} ${signer}`, minedNonce, head)
      const waitsSince = queue.firstSignedBlock ?? head
      const isStuck = queue.queued > 0 && wasLeftOut(later(since, waitsSince), head, chain.blockTimeMs, stuckMs)
      return { signer, balance, minedNonce, reserved: queue.reserved, queued: queue.queued, isStuck }
    })
  }

  function sinceWhen(key: string, minedNonce: bigint, head: bigint): bigint {
    const known = progress.get(key)
    if (known?.minedNonce === minedNonce) return known.head
    progress.set(key, { minedNonce, head })
    return head
  }
}

async function countsOf(chain: ChoosingChain, signer: Address) {
  const [balance, minedNonce] = await Promise.all([chain.nativeBalance(signer), chain.minedNonce(signer)])
  return { signer, balance, minedNonce }
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)
