import { encodeCancel, encodeRecoverPrefund, readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import { getBlock } from 'viem/actions'
import type { Order } from './client/types.ts'
import { ensureChain } from './ensure-chain.ts'
import { ensureRegistry, readHeld, type SourceSide, type StepOptions, sourceSideOf } from './initiate/source-side.ts'
import { TandemError } from './tandem-error.ts'
import { untilShown } from './until-shown.ts'
import type { VerifiedChain } from './verify-order.ts'
import { send, type Wallet } from './wallet.ts'

/** What a refund did, by what the source chain shows. */
export interface Refunded {
  /** `null` when nothing was sent, because nothing was there to be taken back. */
  txHash: Hex | null
  /** Base units that left the vault towards the creator by this transaction. */
  amount: bigint
  /** `cancelled`: the escrow is; `recovered`: a vault that was funded and never created is empty; `nothing`: no money there. */
  shown: 'cancelled' | 'recovered' | 'nothing' | 'claimed'
}

/**
 * Takes back what the user put into the source vault, as the vault's state allows. The contract pays the creator,
 * whoever sends it.
 *
 * @param options.chain the source chain, from the application's pinned network.
 * @throws TandemError `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET` while the escrow can still be claimed
 * (chain time), `NOT_ON_CHAIN` when a transaction was mined and the chain does not show the refund.
 */
export async function cancelSource(
  order: Order,
  { wallet, chain, switchChain }: StepOptions & { wallet: Wallet; chain: VerifiedChain },
): Promise<Refunded> {
  const source = sourceSideOf(order, chain)
  await ensureChain(wallet, chain, switchChain)
  await ensureRegistry(wallet, source)
  const reading = await readVault(wallet, source)
  if (reading.state === 'missing') return recoverPrefund(wallet, source)
  if (reading.state !== 'open') return { txHash: null, amount: 0n, shown: reading.state }
  const { timestamp } = await getBlock(wallet)
  const { cancelAfter } = source.terms
  if (Number(timestamp) < cancelAfter)
    throw new TandemError('NOT_CANCELLABLE_YET', `the escrow can be cancelled from ${cancelAfter} on`, {
      retryable: true,
      details: { cancel_after: cancelAfter, chain_time: Number(timestamp) },
    })
  const txHash = await send(wallet, chain, { to: source.registry, data: encodeCancel(source.terms) })
  const after = await untilShown(
    () => readVault(wallet, source),
    (vault) => vault.state === 'cancelled',
  )
  if (after.state !== 'cancelled') throw notRefunded(source, txHash)
  return { txHash, amount: reading.balance, shown: 'cancelled' }
}

/** A native escrow is created by the transaction that funds it, so only tokens can lie at an address without an escrow. */
async function recoverPrefund(wallet: Wallet, source: SourceSide): Promise<Refunded> {
  const { chain, registry, terms, vault } = source
  const held = await readHeld(wallet, terms.token, vault)
  if (held === 0n) return { txHash: null, amount: 0n, shown: 'nothing' }
  const txHash = await send(wallet, chain, { to: registry, data: encodeRecoverPrefund(terms) })
  const after = await untilShown(
    () => readHeld(wallet, terms.token, vault),
    (left) => left === 0n,
  )
  if (after !== 0n) throw notRefunded(source, txHash)
  return { txHash, amount: held, shown: 'recovered' }
}

const notRefunded = ({ chain, vault }: SourceSide, txHash: Hex) =>
  new TandemError('NOT_ON_CHAIN', `transaction ${txHash} was mined, and ${chain.chain} does not show a refund`, {
    retryable: true,
    details: { tx_hash: txHash, vault },
  })
