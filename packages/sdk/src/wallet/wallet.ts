import { type Account, type Address, type Chain, type Client, type Hex, isAddressEqual, type Transport } from 'viem'
import { getChainId, switchChain as switchWalletChain } from 'viem/actions'
import type { VerifiedChain } from '../known-network.ts'
import { isRefusal, TandemError } from '../tandem-error.ts'

/** A viem client with the user's account. No lie of its endpoint can have another address paid. */
export type Wallet = Client<Transport, Chain | undefined, Account>

export type WantedChain = Pick<VerifiedChain, 'chain' | 'chain_id'> & Partial<Pick<VerifiedChain, 'confirmations'>>

/**
 * How to change the wallet's chain: `true` asks the wallet (EIP-3326), a function does it itself. By default another
 * chain is an error.
 */
export type SwitchChain = boolean | ((chainId: number) => Promise<unknown>)

/** Runs a step of a wallet in its turn: two steps at once would change the chain under each other. */
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
  try {
    if (switchChain === true) await switchWalletChain(wallet, { id: wanted.chain_id })
    else await switchChain(wanted.chain_id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const message = `the wallet stays on chain ${given}: its change to ${wanted.chain} was refused; nothing was signed or sent`
    throw new TandemError('WRONG_CHAIN', message, { cause: error })
  }
  // Read again, because a wallet may only say that it switched.
  const now = await getChainId(wallet)
  if (now !== wanted.chain_id) throw wrongChain(wanted, now)
}

/** The error of a wallet on another chain. Nothing was signed or sent. */
export function wrongChain(wanted: WantedChain, given: number | undefined): TandemError {
  return new TandemError(
    'WRONG_CHAIN',
    `the wallet is on chain ${given ?? 'unknown'}, and ${wanted.chain} is chain ${wanted.chain_id}; nothing was signed or sent`,
    { details: { wanted_chain: wanted.chain, wanted_chain_id: wanted.chain_id, given_chain_id: given ?? null } },
  )
}

/** A transaction of the wallet. `value` is in wei; `gas` is set where the wallet's own estimate is too low. */
export interface WalletCall {
  to: Address
  data: Hex
  value?: bigint
  gas?: bigint
}

export function viemChainOf(wallet: Wallet, { chain, chain_id }: WantedChain): Chain {
  if (wallet.chain?.id === chain_id) return wallet.chain
  const nativeCurrency = { name: 'Native token', symbol: 'NATIVE', decimals: 18 }
  return { id: chain_id, name: chain, nativeCurrency, rpcUrls: { default: { http: [] } } }
}

/** @throws `NOT_THE_RECIPIENT`. */
export function requireRecipient(wallet: Wallet, recipient: Address): void {
  if (!isAddressEqual(wallet.account.address, recipient))
    throw new TandemError('NOT_THE_RECIPIENT', `only ${recipient} can claim the escrow like this`)
}
