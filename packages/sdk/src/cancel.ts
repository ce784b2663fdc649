import { encodeCancel, encodeRecoverPrefund, encodeSweep, nativeToken, readVault } from '@tandem/escrow'
import { type Hex, isAddressEqual } from 'viem'
import { getBalance, getBlock } from 'viem/actions'
import type { Order } from './client/types.ts'
import { ensureChain } from './ensure-chain.ts'
import { ensureRegistry, readHeld, type SourceSide, type StepOptions, sourceSideOf } from './initiate/source-side.ts'
import type { VerifiedChain } from './known-network.ts'
import { readBalance } from './read-balance.ts'
import { notOnChain, settleVault } from './settle-vault.ts'
import { TandemError } from './tandem-error.ts'
import { untilShown } from './until-shown.ts'
import { send, type Wallet } from './wallet.ts'

export interface Refunded {
  txHash: Hex | null
  /** Base units. */
  amount: bigint
  /** `recovered`: never created. `swept`: late money of a settled escrow. */
  shown: 'cancelled' | 'recovered' | 'swept' | 'nothing' | 'claimed'
}

/**
 * The contract pays the creator, whoever sends.
 * @throws `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN` without a mined refund.
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

async function recoverPrefund(wallet: Wallet, source: SourceSide): Promise<Refunded> {
  const { chain, registry, terms, vault } = source
  const native = await getBalance(wallet, { address: vault })
  const held = isAddressEqual(terms.token, nativeToken) ? native : await readHeld(wallet, terms.token, vault)
  if (held === 0n && native === 0n) return { txHash: null, amount: 0n, shown: 'nothing' }
  const txHash = await send(wallet, chain, { to: registry, data: encodeRecoverPrefund(terms) })
  await requireEmpty(source, txHash, () => readHeld(wallet, terms.token, vault))
  return { txHash, amount: held, shown: 'recovered' }
}

/** @param held base units. */
async function sweepRest(wallet: Wallet, source: SourceSide, held: bigint): Promise<Refunded | undefined> {
  const { chain, registry, terms, vault } = source
  const native = await getBalance(wallet, { address: vault })
  if (held === 0n && native === 0n) return undefined
  const token = held > 0n ? terms.token : nativeToken
  const txHash = await send(wallet, chain, { to: registry, data: encodeSweep(terms, token) })
  await requireEmpty(source, txHash, () => readBalance(wallet, token, vault))
  return { txHash, amount: held, shown: 'swept' }
}

async function requireEmpty({ chain }: SourceSide, txHash: Hex, left: () => Promise<bigint>): Promise<void> {
  if ((await untilShown(left, (rest) => rest === 0n)) !== 0n) throw notOnChain(chain, txHash)
}
