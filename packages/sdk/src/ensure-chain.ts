import { type Account, BaseError, type Chain, ChainMismatchError, type Client, type Transport } from 'viem'
import { getChainId, switchChain as switchWalletChain } from 'viem/actions'
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

export function wrongChain(wanted: WantedChain, given: number | undefined): TandemError {
  return new TandemError(
    'WRONG_CHAIN',
    `the wallet is on chain ${given ?? 'unknown'}, and ${wanted.chain} is chain ${wanted.chain_id}; nothing was signed or sent`,
    { details: { wanted_chain: wanted.chain, wanted_chain_id: wanted.chain_id, given_chain_id: given ?? null } },
  )
}

export const isChainMismatch = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ChainMismatchError) !== null
