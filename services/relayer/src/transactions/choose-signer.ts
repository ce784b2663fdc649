import { wasPassedBy } from '@tandem/chain/sending'
import type { Address } from 'viem'
import { eligibleSigner, type SignerLoad, whyNoSigner } from './domain/eligible-signer.ts'
import type { ReasonCode } from './domain/reasons.ts'
import type { BlockReader, SignerReader } from './ports.ts'

export interface SignerQueue {
  /** Assigned, and not used by the chain. */
  queued: number
  /** Wei. */
  reserved: bigint
  /** Of the first nonce's first transaction. */
  firstSignedBlock: bigint | null
}

export interface QueueStore {
  /** An idle signer has no entry. */
  signerQueues(
    chain: string,
    signers: readonly { signer: Address; minedNonce: bigint }[],
  ): Promise<ReadonlyMap<Address, SignerQueue>>
}

type ChoosingChain = Pick<BlockReader, 'name' | 'headNumber' | 'blockTimeMs'> &
  Pick<SignerReader, 'nativeBalance' | 'minedNonce'>

/** Then the signer gets nothing new. */
const stuckMs = 60_000

/** Needs no price, so it is read beside the cost. */
export type ReadLoads = (chain: ChoosingChain, some: readonly Address[]) => Promise<readonly SignerLoad[]>

/** @returns the signer, or why there is none. Wei. */
export function chooseSigner(
  loads: readonly SignerLoad[],
  cost: bigint,
): { chosen: SignerLoad } | { chosen: undefined; reason: ReasonCode } {
  const chosen = eligibleSigner(loads, cost)
  return chosen === undefined ? { chosen, reason: whyNoSigner(loads, cost) } : { chosen }
}

/** Nonces and money come from one store. */
export function makeReadLoads(store: QueueStore): ReadLoads {
  /** When each signer's mined nonces last changed. */
  const progress = new Map<string, { minedNonce: bigint; head: bigint }>()

  return async (chain, some) => {
    const [head, ...signers] = await Promise.all([chain.headNumber(), ...some.map((signer) => countsOf(chain, signer))])
    const queues = await store.signerQueues(chain.name, signers)
    return signers.map(({ signer, balance, minedNonce }): SignerLoad => {
      const queue = queues.get(signer) ?? { queued: 0, reserved: 0n, firstSignedBlock: null }
      const since = sinceWhen(`${chain.name} ${signer}`, minedNonce, head)
      const waitsSince = queue.firstSignedBlock ?? head
      const isStuck = queue.queued > 0 && wasPassedBy(later(since, waitsSince), head, chain.blockTimeMs, stuckMs)
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
