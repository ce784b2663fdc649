import type { CreateShare, Network } from '@tandem/contracts'
import { shareSecretTypedData } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Hex, sha256 } from 'viem'
import { checkHop } from '../claims/check-hop.ts'
import { requireSameVault } from '../claims/submit-claim.ts'
import type { Clock } from '../transactions/ports.ts'
import { mostDispatchGas } from '../work/domain/gas-limits.ts'
import type { ClaimWork } from '../work/domain/work.ts'
import { escrowsOf } from '../work/escrows-of-order.ts'
import { type Chains, chainOf, type Orderbook, registryOf } from '../work/ports.ts'
import type { ShareStore } from './ports.ts'

export interface KeepShareDeps {
  orderbook: Pick<Orderbook, 'getOrder'>
  shares: Pick<ShareStore, 'keep'>
  chains: Chains
  network: Network
  peers: number
  now: Clock
}

/**
 * Keeps a share that the source's creator signed for.
 * @returns the hash of the share, and the time of the destination in unix seconds.
 * @throws AppError, by docs/errors.md. No error repeats the share.
 */
export function makeKeepShare({ orderbook, shares, chains, network, peers, now }: KeepShareDeps) {
  return async (body: CreateShare): Promise<{ shareHash: Hex; keptUntil: number }> => {
    const { orderId, swapId, share, shareHashes, leastReady, signature, hop } = body
    const shareHash = sha256(share)
    if (!shareHashes.includes(shareHash))
      throw new AppError('WRONG_SECRET', 'SHA-256 of the share is none of share_hashes')
    if (leastReady > peers + 1)
      throw new AppError('PEERS_MISSING', 'this relayer knows too few others for this least_ready', {
        details: { peers },
      })
    const order = await orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, network)
    requireSameVault(swapId, destination)
    const { claimSafetySecs, gasLimits } = chainOf(chains, destination)
    const { cancelAfter } = destination.terms
    if (cancelAfter - now() / 1_000 < 2 * claimSafetySecs)
      throw new AppError('TOO_LATE', 'too little time is left on the destination')
    const checked = checkHop(order.destination_intent, hop, mostDispatchGas(gasLimits))
    const work: ClaimWork = { kind: 'claim', source, destination, hop: checked }
    const typedData = shareSecretTypedData({
      ...registryOf(network, source),
      ...{ source: source.vault, destination: destination.vault, shareHashes, leastReady },
    })
    if (!(await chainOf(chains, source).isSignedBy(source.terms.creator, typedData, signature)))
      throw new AppError('SIGNATURE_INVALID', 'the shares are not signed by the creator of the source escrow')
    const isKept = await shares.keep({
      orderId,
      userId: order.user_id,
      shareHash,
      deal: { shareHashes, leastReady },
      work,
      share,
    })
    if (!isKept) throw new AppError('RATE_LIMITED', 'too many shares for this order', { retryAfterSecs: 60 })
    return { shareHash, keptUntil: cancelAfter }
  }
}
