import { type EscrowTerms, encodeClaim, encodeClaimTo, readVault, type VaultView } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { Order } from '../client/types.ts'
import { untilShown } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { sendUnlessDone } from '../wallet/send.ts'
import type { Wallet, WantedChain } from '../wallet/wallet.ts'

/** A transaction that settles a vault, and the states of the vault (`wanted`) by which it has succeeded. */
export interface Settling {
  chain: WantedChain
  escrow: { registry: Address; vault: Address; terms: EscrowTerms }
  data: Hex
  gas?: bigint
  wanted: readonly VaultView['state'][]
}

/**
 * Sends a claim or a cancellation, and waits until the wallet's endpoint shows its effect.
 *
 * @returns the vault's state, and the transaction; `txHash` is `null` when another party settled the vault first.
 * @throws `WRONG_CHAIN`, `TRANSACTION_REVERTED`, `NOT_ON_CHAIN`, `CANCELLED_IN_WALLET`; viem's errors.
 * @example
 * const data = encodeClaim(terms, secret)
 * const { txHash } = await settleVault(wallet, { chain, escrow, data, wanted: ['claimed'] })
 */
export async function settleVault(wallet: Wallet, { chain, escrow, data, wanted, gas }: Settling) {
  const read = async () => (await readVault(wallet, escrow)).state
  const isShown = (state: VaultView['state']) => wanted.includes(state)
  const call = { to: escrow.registry, data, ...(gas === undefined ? {} : { gas }) }
  const txHash = await sendUnlessDone(wallet, chain, call, async () => isShown(await read()))
  const state = await untilShown(read, isShown)
  if (!isShown(state)) throw notOnChain(chain, txHash)
  return { txHash, state }
}

export const notOnChain = ({ chain }: WantedChain, txHash: Hex | null): TandemError =>
  new TandemError('NOT_ON_CHAIN', `transaction ${txHash} was mined, and ${chain} does not show its effect`, {
    retryable: true,
    details: { tx_hash: txHash },
  })

/**
 * Claims the destination with a wallet. A hop is not bridged then: the whole amount is paid on the hub, and only the
 * recipient's wallet can do that. Any wallet can claim for the recipient of an order that is not a hop.
 *
 * @param options.to another address to pay, which only the recipient's wallet can name.
 * @param options.onLeaving called before the wallet gets the secret.
 * @returns the transaction; `null` when the escrow was settled already.
 */
export async function claimByWallet(
  { destination_intent: destination }: Order,
  secret: Hex,
  {
    wallet,
    chain,
    to,
    onLeaving,
  }: { wallet: Wallet; chain: WantedChain; to: Address | undefined; onLeaving?: () => Promise<void> },
): Promise<Hex | null> {
  const escrow = escrowOf(destination)
  const before = await readVault(wallet, escrow)
  if (before.state === 'missing')
    throw new TandemError('DESTINATION_NOT_INITIATED', 'the wallet’s endpoint does not show the escrow', {
      retryable: true,
    })
  if (before.state !== 'open') return null
  await onLeaving?.()
  const { terms } = escrow
  const isRecipient = isAddressEqual(wallet.account.address, terms.recipient)
  const data = isRecipient ? encodeClaimTo({ terms, secret, to: to ?? terms.recipient }) : encodeClaim(terms, secret)
  return (await settleVault(wallet, { chain, escrow, data, wanted: ['claimed'] })).txHash
}
