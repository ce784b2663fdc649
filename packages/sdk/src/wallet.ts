import {
  type Account,
  type Address,
  BaseError,
  type Chain,
  ChainMismatchError,
  type Client,
  type Hex,
  type Transport,
} from 'viem'
import { getChainId, sendTransaction, switchChain as switchWalletChain, waitForTransactionReceipt } from 'viem/actions'
import type { VerifiedChain } from './known-network.ts'
import { TandemError } from './tandem-error.ts'

/** With the user's account. No lie of its endpoint can pay another address. */
export type Wallet = Client<Transport, Chain | undefined, Account>

export type WantedChain = Pick<VerifiedChain, 'chain' | 'chain_id'>

/** `true` asks the wallet (EIP-3326); another chain is an error by default. */
export type SwitchChain = boolean | ((chainId: number) => Promise<unknown>)

/** Two steps at once would move the chain under each other. */
export type InTurn = <T>(step: () => Promise<T>) => Promise<T>

export const atOnce: InTurn = (step) => step()

/** @throws `WRONG_CHAIN`. */
export async function ensureChain(
  wallet: Wallet,
  wanted: WantedChain,
  switchChain: SwitchChain = false,
): Promise<void> {
  const given = await getChainId(wallet)
  if (given === wanted.chain_id) return
  if (switchChain === false) throw wrongChain(wanted, given)
  if (switchChain === true) await switchWalletChain(wallet, { id: wanted.chain_id })
  else await switchChain(wanted.chain_id)
  // A wallet may only say that it switched.
  const now = await getChainId(wallet)
  if (now !== wanted.chain_id) throw wrongChain(wanted, now)
}

function wrongChain(wanted: WantedChain, given: number | undefined): TandemError {
  return new TandemError(
    'WRONG_CHAIN',
    `the wallet is on chain ${given ?? 'unknown'}, and ${wanted.chain} is chain ${wanted.chain_id}; nothing was signed or sent`,
    { details: { wanted_chain: wanted.chain, wanted_chain_id: wanted.chain_id, given_chain_id: given ?? null } },
  )
}

const isChainMismatch = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ChainMismatchError) !== null

/** `value` in wei; `gas` where the wallet's estimate is too low. */
export interface WalletCall {
  to: Address
  data: Hex
  value?: bigint
  gas?: bigint
}

/**
 * Sends a call and waits until it is mined. The chain is part of the request, so that a switching wallet refuses.
 * @returns the mined hash, also of a sped-up transaction.
 * @throws `WRONG_CHAIN` (nothing was sent), `TRANSACTION_REVERTED`; viem's errors (nothing was sent).
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
 * {@link send}, where another party may be first.
 * @returns `null` when it was.
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

/** Or its replacement. */
async function confirmed(wallet: Wallet, hash: Hex): Promise<Hex> {
  const receipt = await waitForTransactionReceipt(wallet, { hash, pollingInterval: 250 })
  if (receipt.status !== 'success')
    throw new TandemError('TRANSACTION_REVERTED', `transaction ${receipt.transactionHash} was mined and reverted`, {
      details: { tx_hash: receipt.transactionHash },
    })
  return receipt.transactionHash
}

export function viemChainOf(wallet: Wallet, { chain, chain_id }: WantedChain): Chain {
  if (wallet.chain?.id === chain_id) return wallet.chain
  const nativeCurrency = { name: 'Native token', symbol: 'NATIVE', decimals: 18 }
  return { id: chain_id, name: chain, nativeCurrency, rpcUrls: { default: { http: [] } } }
}
