import {
  encodeCancel,
  encodeCancelWithConsent,
  encodeRecoverPrefund,
  encodeSweep,
  nativeToken,
  readVault,
  vaultStates,
} from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { getBalance, getBlock } from 'viem/actions'
import type { Order } from '../client/types.ts'
import type { EvidenceOptions } from '../evidence/evidence-options.ts'
import { type Refunded, readIsRefundConfirmed, requireConfirmed } from '../evidence/read-is-refund-confirmed.ts'
import { ensureRegistry, type SourceSide, type StepOptions, sourceSideOf } from '../initiate/source-side.ts'
import { chainOf, type KnownNetwork, type VerifiedChain } from '../known-network.ts'
import { untilShown } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import { isPredicted } from '../verify/verify-order.ts'
import { readBalance } from '../wallet/read-account.ts'
import { send } from '../wallet/send.ts'
import { atOnce, ensureChain, type Wallet } from '../wallet/wallet.ts'
import { notOnChain, settleVault } from './settle-vault.ts'

/**
 * Refunds the source escrow with the transaction that its state needs: a cancellation, the recovery of tokens from a
 * vault that was never created, or a sweep of money that came late. The contract pays the creator, whoever sends the
 * transaction.
 *
 * @throws `WRONG_CHAIN`, `UNVERIFIED`, `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`; viem's errors.
 */
export async function cancelSource(
  order: Order,
  { wallet, chain, switchChain }: StepOptions & { wallet: Wallet; chain: VerifiedChain },
): Promise<Refunded> {
  const source = sourceSideOf(order, chain)
  await ensureChain(wallet, chain, switchChain)
  await ensureRegistry(wallet, source)
  const reading = await readVault(wallet, source)
  if (reading.state === 'missing')
    return (await recoverPrefund(wallet, source)) ?? cancelSource(order, { wallet, chain, switchChain })
  if (reading.state !== 'open')
    return (await sweepRest(wallet, source, reading.balance)) ?? { txHash: null, amount: 0n, shown: reading.state }
  const { timestamp } = await getBlock(wallet)
  const { cancelAfter } = source.terms
  if (Number(timestamp) < cancelAfter)
    throw new TandemError('NOT_CANCELLABLE_YET', `the escrow can be cancelled from ${cancelAfter} on`, {
      retryable: true,
      details: { cancel_after: cancelAfter, chain_time: Number(timestamp) },
    })
  const data = encodeCancel(source.terms)
  const { txHash, state } = await settleVault(wallet, { chain, escrow: source, data, wanted: ['cancelled', 'claimed'] })
  if (state === 'cancelled') return { txHash, amount: reading.balance, shown: 'cancelled' }
  if (txHash === null) return { txHash, amount: 0n, shown: 'claimed' }
  throw notOnChain(chain, txHash)
}

/**
 * Refunds the source of an order, without its secret. Any wallet can send the transaction, and the contract pays the
 * creator.
 *
 * @throws `UNVERIFIED` when the vault's address does not follow from the order's terms (nothing was sent);
 * `WRONG_CHAIN`, `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`; `EVIDENCE_UNAVAILABLE` when the endpoints do not confirm the
 * refund; viem's errors.
 * @example
 * const { txHash, amount } = await refundOrder(order, wallet, network, { switchChain: true, evidence: { endpoints } })
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
  await requireConfirmed(order, refunded, () => readIsRefundConfirmed(order, refunded.shown, network, evidence))
  return refunded
}

/**
 * Gives back what lies at the address of an escrow that is not created yet.
 *
 * @returns `undefined` when another party created the escrow after it was read: then there is an escrow to cancel.
 */
async function recoverPrefund(wallet: Wallet, side: SourceSide): Promise<Refunded | undefined> {
  const { chain, terms, vault } = side
  const native = await getBalance(wallet, { address: vault })
  const held = await readBalance(wallet, terms.token, vault)
  if (held === 0n && native === 0n) return { txHash: null, amount: 0n, shown: 'nothing' }
  const data = encodeRecoverPrefund(terms)
  // The contract creates the vault and cancels it in one call.
  const { txHash, state } = await settleVault(wallet, { chain, escrow: side, data, wanted: vaultStates })
  return state === 'cancelled' ? { txHash, amount: held, shown: 'recovered' } : undefined
}

/**
 * Sends what a settled vault still holds to its creator.
 *
 * @param held the vault's balance of the escrow's token, in base units.
 * @returns `undefined` when the vault is empty.
 */
async function sweepRest(wallet: Wallet, source: SourceSide, held: bigint): Promise<Refunded | undefined> {
  const { chain, registry, terms, vault } = source
  const native = await getBalance(wallet, { address: vault })
  if (held === 0n && native === 0n) return undefined
  const token = held > 0n ? terms.token : nativeToken
  const txHash = await send(wallet, chain, { to: registry, data: encodeSweep(terms, token) })
  await requireEmpty(wallet, source, token, txHash)
  return { txHash, amount: held, shown: 'swept' }
}

async function requireEmpty(wallet: Wallet, { chain, vault }: SourceSide, token: Address, txHash: Hex): Promise<void> {
  const read = () => readBalance(wallet, token, vault)
  if ((await untilShown(read, (rest) => rest === 0n)) !== 0n) throw notOnChain(chain, txHash)
}

/**
 * The consent of the source escrow's recipient, who is the market maker, to a refund before `cancel_after`. It is a
 * signature of the EIP-712 message `ConsentCancel` (docs/escrow.md), valid until the unix second `deadline`.
 */
export interface CancelConsent {
  deadline: number
  signature: Hex
}

export async function cancelWithConsent(
  order: Order,
  consent: CancelConsent,
  { wallet, chain, switchChain }: StepOptions & { wallet: Wallet; chain: VerifiedChain },
): Promise<Hex | null> {
  const source = sourceSideOf(order, chain)
  await ensureChain(wallet, chain, switchChain)
  const before = await readVault(wallet, source)
  if (before.state === 'missing')
    throw new TandemError('SOURCE_NOT_INITIATED', 'the source escrow is not on chain; use refund for tokens sent ahead')
  if (before.state !== 'open') return null
  const data = encodeCancelWithConsent(source.terms, consent)
  return (await settleVault(wallet, { chain, escrow: source, data, wanted: ['cancelled'] })).txHash
}
