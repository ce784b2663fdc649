import { wasPassedBy } from '@tandem/sending'
import type { Address } from 'viem'
import { eligibleSigner, type SignerLoad, whyNoSigner } from './domain/eligible-signer.ts'
import type { ReasonCode } from './domain/reasons.ts'
import type { BlockReader, SignerReader } from './ports.ts'

/** The transactions that wait on a signer. */
export interface SignerQueue {
  /** Nonces assigned that the chain has not used. */
  queued: number
  /** The money that is reserved for them, wei. */
  reserved: bigint
  /** The block at which the first transaction of the first of them was signed; nothing before it was sent. */
  firstSignedBlock: bigint | null
}

export interface QueueStore {
  /** The transactions that wait on each of these signers; an idle signer has no entry. */
  signerQueues(
    chain: string,
    signers: readonly { signer: Address; minedNonce: bigint }[],
  ): Promise<ReadonlyMap<Address, SignerQueue>>
}

type ChoosingChain = Pick<BlockReader, 'name' | 'headNumber' | 'blockTimeMs'> &
  Pick<SignerReader, 'nativeBalance' | 'minedNonce'>

/** A signer whose next transaction blocks have passed by for so long is given nothing new. */
const stuckMs = 60_000

/** How signers do. It needs no price, so it is read beside what a transaction costs, and the choice waits for neither. */
export type ReadLoads = (chain: ChoosingChain, some: readonly Address[]) => Promise<readonly SignerLoad[]>

/** The signer for a transaction that may cost so much (wei), or why there is none. */
export function chooseSigner(
  loads: readonly SignerLoad[],
  cost: bigint,
): { chosen: SignerLoad } | { chosen: undefined; reason: ReasonCode } {
  const chosen = eligibleSigner(loads, cost)
  return chosen === undefined ? { chosen, reason: whyNoSigner(loads, cost) } : { chosen }
}

/** Reads what waits on each signer, and what its money is reserved for. Nonces and money come from one store. */
export function makeReadLoads(store: QueueStore): ReadLoads {
  /** How far each signer's nonces were mined when that was last seen to change, and at which block. */
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
