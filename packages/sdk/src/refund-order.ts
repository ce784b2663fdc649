import { cancelSource, type Refunded } from './cancel.ts'
import type { Order } from './client/types.ts'
import { atOnce } from './ensure-chain.ts'
import type { EvidenceOptions } from './evidence/evidence-options.ts'
import { readIsSourceShown, requireShown } from './evidence/read-is-source-shown.ts'
import type { StepOptions } from './initiate/source-side.ts'
import { chainOf, type KnownNetwork } from './known-network.ts'
import { TandemError } from './tandem-error.ts'
import { isPredicted } from './verify-order.ts'
import type { Wallet } from './wallet.ts'

/**
 * Without the secret, by any wallet: the contract pays the creator.
 * @throws `UNVERIFIED` for another vault (nothing was sent); `WRONG_CHAIN`, `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`,
 * `EVIDENCE_UNAVAILABLE`; viem's errors.
 */
export async function refundOrder(
  order: Order,
  wallet: Wallet,
  network: KnownNetwork,
  { evidence, ...options }: StepOptions & { evidence?: EvidenceOptions } = {},
): Promise<Refunded> {
  const { source_intent: source } = order
  const chain = chainOf(network, source.chain)
  if (!isPredicted(source, network.chains))
    throw new TandemError('UNVERIFIED', 'the source vault is not the one that the order’s terms give; nothing was sent')
  const { inTurn = atOnce } = options
  const refunded = await inTurn(() => cancelSource(order, { ...options, wallet, chain }))
  await requireShown(order, refunded, () => readIsSourceShown(order, refunded.shown, network, evidence))
  return refunded
}
