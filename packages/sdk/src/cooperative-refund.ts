import { encodeCancelWithConsent, readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Order } from './client/types.ts'
import { ensureChain } from './ensure-chain.ts'
import { type StepOptions, sourceSideOf } from './initiate/source-side.ts'
import type { VerifiedChain } from './known-network.ts'
import { settleVault } from './settle-vault.ts'
import { TandemError } from './tandem-error.ts'
import type { Wallet } from './wallet.ts'

/** EIP-712 `ConsentCancel` (docs/escrow.md). Unix seconds. */
export interface CancelConsent {
  deadline: number
  signature: Hex
}

/**
 * @returns `null` when the escrow is settled already.
 * @throws `WRONG_CHAIN` (nothing was sent), `SOURCE_NOT_INITIATED`, `NOT_ON_CHAIN`; viem's errors for a bad consent.
 */
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
