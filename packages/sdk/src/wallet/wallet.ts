import { type Account, type Address, type Chain, type Client, type Hex, isAddressEqual, type Transport } from 'viem'
import { getChainId, switchChain as switchWalletChain } from 'viem/actions'
import type { VerifiedChain } from '../known-network.ts'
import { isRefusal, TandemError } from '../tandem-error.ts'

/**
 * A viem client with the user's account. Its endpoint need not be trusted: no false answer can make the SDK pay another
 * address.
 * @example
 * const wallet: Wallet = createWalletClient({ account, chain, transport: custom(window.ethereum) })
 */
export type Wallet = Client<Transport, Chain | undefined, Account>

/** The chain on which a wallet has to be for a step. */
export type WantedChain = Pick<VerifiedChain, 'chain' | 'chain_id'> & Partial<Pick<VerifiedChain, 'confirmations'>>

/**
 * What to do when the wallet is on another chain. With `true`, the wallet is asked to switch (EIP-3326). A function
 * switches it in its own way. With `false`, the default, the step throws `WRONG_CHAIN`.
 * @example
 * const switchChain: SwitchChain = (chainId) => wagmiSwitchChain(config, { chainId })
 */
export type SwitchChain = boolean | ((chainId: number) => Promise<unknown>)

/**
 * Runs a step once no other step uses the wallet. Give the same function to all swaps that share a wallet: two steps at
 * the same time would switch its chain back and forth.
 */
export type InTurn = <T>(step: () => Promise<T>) => Promise<T>

export const atOnce: InTurn = (step) => step()

/**
 * Makes sure that the wallet is on the wanted chain, and switches it if that is allowed.
 *
 * @throws `WRONG_CHAIN`: nothing was signed or sent.
 */
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
  // Read again, because some wallets report success without switching.
  const now = await getChainId(wallet)
  if (now !== wanted.chain_id) throw wrongChain(wanted, now)
}

/** Makes the error of a wallet that is on another chain. */
export function wrongChain(wanted: WantedChain, given: number | undefined): TandemError {
  return new TandemError(
    'WRONG_CHAIN',
    `the wallet is on chain ${given ?? 'unknown'}, and ${wanted.chain} is chain ${wanted.chain_id}; nothing was signed or sent`,
    { details: { wanted_chain: wanted.chain, wanted_chain_id: wanted.chain_id, given_chain_id: given ?? null } },
  )
}

/**
 * A transaction for the wallet to send. `value` is in wei. `gas` is set when the wallet's own estimate would be too
 * low.
 */
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
