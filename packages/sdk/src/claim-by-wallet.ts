import { encodeClaimTo, readVault } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { Order } from './client/types.ts'
import { settleVault } from './settle-vault.ts'
import { TandemError } from './tandem-error.ts'
import { escrowOf } from './verify-order.ts'
import type { Wallet, WantedChain } from './wallet.ts'

/**
 * A hop bridges nothing: the whole amount is paid on the hub.
 * @param options.onLeaving called before the wallet gets the secret.
 */
export async function claimByWallet(
  { destination_intent: destination }: Order,
  secret: Hex,
  {
    wallet,
    chain,
    to,
    onLeaving,
  }: { wallet: Wallet; chain: WantedChain; to: Address; onLeaving?: () => Promise<void> },
): Promise<Hex | null> {
  const escrow = escrowOf(destination)
  const before = await readVault(wallet, escrow)
  if (before.state === 'missing')
    throw new TandemError('DESTINATION_NOT_INITIATED', 'the wallet’s endpoint does not show the escrow', {
      retryable: true,
    })
  if (before.state !== 'open') return null
  await onLeaving?.()
  const data = encodeClaimTo({ terms: escrow.terms, secret, to })
  return (await settleVault(wallet, { chain, escrow, data, wanted: ['claimed'] })).txHash
}

/** @throws `NOT_THE_RECIPIENT`. */
export function requireRecipient(wallet: Wallet, recipient: Address): void {
  if (!isAddressEqual(wallet.account.address, recipient))
    throw new TandemError('NOT_THE_RECIPIENT', `only ${recipient} can claim the escrow like this`)
}
