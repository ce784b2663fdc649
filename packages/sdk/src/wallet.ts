import type { Account, Address, Chain, Client, Hex, Transport } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'

/** A viem client of the source chain with the user's account. It reads, signs and sends. */
export type Wallet = Client<Transport, Chain | undefined, Account>

/**
 * Sends a call and waits until it is mined.
 *
 * @throws viem's errors when the call would revert (nothing is sent then); Error when it was mined and reverted.
 */
export async function send(wallet: Wallet, call: { to: Address; data: Hex; value?: bigint }): Promise<Hex> {
  const hash = await sendTransaction(wallet, {
    account: wallet.account,
    chain: wallet.chain,
    to: call.to,
    data: call.data,
    value: call.value ?? 0n,
  })
  await confirmed(wallet, hash)
  return hash
}

/** Waits until a transaction is mined. */
export async function confirmed(wallet: Wallet, hash: Hex): Promise<void> {
  const receipt = await waitForTransactionReceipt(wallet, { hash, pollingInterval: 250 })
  if (receipt.status !== 'success') throw new Error(`transaction ${hash} was mined and reverted`)
}
