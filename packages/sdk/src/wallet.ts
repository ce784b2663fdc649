import type { Address, Chain, Hex } from 'viem'
import { getChainId, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { ensureChain, isChainMismatch, type Wallet, type WantedChain, wrongChain } from './ensure-chain.ts'
import { TandemError } from './tandem-error.ts'

export type { Wallet } from './ensure-chain.ts'

/** A transaction: `value` in wei; `gas` where the wallet's own estimate would be too little. */
export interface WalletCall {
  to: Address
  data: Hex
  value?: bigint
  gas?: bigint
}

/**
 * Sends a call on one chain and waits until it is mined. The chain is asserted right before, and its id is part of what
 * the wallet is asked to send, so that a wallet that switches in between refuses.
 *
 * @returns the hash of the transaction that was mined: a replacement of the one that was sent, where the user sped it up.
 * @throws TandemError `WRONG_CHAIN` (nothing was sent), `TRANSACTION_REVERTED`; viem's errors when the call would revert
 * (nothing was sent).
 */
export async function send(wallet: Wallet, chain: WantedChain, call: WalletCall): Promise<Hex> {
  await ensureChain(wallet, chain)
  const hash = await sendTransaction(wallet, {
    account: wallet.account,
    chain: viemChainOf(wallet, chain),
    to: call.to,
    data: call.data,
    value: call.value ?? 0n,
    ...(call.gas === undefined ? {} : { gas: call.gas }),
  }).catch(async (error: unknown) => {
    if (isChainMismatch(error)) throw wrongChain(chain, await getChainId(wallet).catch(() => undefined))
    throw error
  })
  return confirmed(wallet, hash)
}

/**
 * Like {@link send}, for a call whose effect another party may bring about first: the relayer's keeper, the relayer or the
 * market maker. The call then fails, and the step is done all the same.
 *
 * @param isDone whether the chain shows the effect.
 * @returns `null` when another party was first.
 * @throws what {@link send} throws, when the chain does not show the effect.
 */
export async function sendUnlessDone(
  wallet: Wallet,
  chain: WantedChain,
  call: WalletCall,
  isDone: () => Promise<boolean>,
): Promise<Hex | null> {
  try {
    return await send(wallet, chain, call)
  } catch (error) {
    // A wallet on another chain shows nothing of this escrow.
    const isElsewhere = error instanceof TandemError && error.code === 'WRONG_CHAIN'
    if (!isElsewhere && (await isDone().catch(() => false))) return null
    throw error
  }
}

/** Waits until a transaction, or the one that replaced it, is mined. */
async function confirmed(wallet: Wallet, hash: Hex): Promise<Hex> {
  const receipt = await waitForTransactionReceipt(wallet, { hash, pollingInterval: 250 })
  if (receipt.status !== 'success')
    throw new TandemError('TRANSACTION_REVERTED', `transaction ${receipt.transactionHash} was mined and reverted`, {
      details: { tx_hash: receipt.transactionHash },
    })
  return receipt.transactionHash
}

/** The wallet's own chain where it is the wanted one, for its fee rules; otherwise the least that viem needs to assert. */
export function viemChainOf(wallet: Wallet, { chain, chain_id }: WantedChain): Chain {
  if (wallet.chain?.id === chain_id) return wallet.chain
  const nativeCurrency = { name: 'Native token', symbol: 'NATIVE', decimals: 18 }
  return { id: chain_id, name: chain, nativeCurrency, rpcUrls: { default: { http: [] } } }
}
