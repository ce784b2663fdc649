import { type Account, BaseError, type Chain, ChainMismatchError, type Client, type Transport } from 'viem'
import { getChainId, switchChain as switchWalletChain } from 'viem/actions'
import type { VerifiedChain } from './known-network.ts'
import { TandemError } from './tandem-error.ts'

/**
 * A viem client with the user's account. Its endpoint says what the wallet is asked to sign and send, which no lie can pay to
 * another address; how a swap ended is believed of the application's endpoints.
 */
export type Wallet = Client<Transport, Chain | undefined, Account>

/** The chain that a step reads, signs for or sends on: from the application's pinned network. */
export type WantedChain = Pick<VerifiedChain, 'chain' | 'chain_id'>

/**
 * How a wallet on another chain is moved: `true` asks the wallet itself (EIP-3326), a function does it the
 * application's way (wagmi's `switchChain`, say). By default a wallet on another chain is an error.
 */
export type SwitchChain = boolean | ((chainId: number) => Promise<unknown>)

/**
 * Runs a step when the wallet is free for it, and gives what the step gives. A step asserts the wallet's chain at its
 * beginning, so two steps that share a wallet must not run at once: each would move the chain under the other.
 */
export type InTurn = <T>(step: () => Promise<T>) => Promise<T>

/** For a wallet that this application uses for a single step at a time. */
export const atOnce: InTurn = (step) => step()

/**
 * Asserts that the wallet stands on the chain that a step is for, before the step reads, signs or sends anything.
 *
 * @throws TandemError `WRONG_CHAIN` with the wanted and the given chain id.
 */
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
  // A wallet that says it switched, and did not, is still on the wrong chain.
  const now = await getChainId(wallet)
  if (now !== wanted.chain_id) throw wrongChain(wanted, now)
}

/** The error of a wallet that stands on another chain than the step is for. */
export function wrongChain(wanted: WantedChain, given: number | undefined): TandemError {
  return new TandemError(
    'WRONG_CHAIN',
    `the wallet is on chain ${given ?? 'unknown'}, and ${wanted.chain} is chain ${wanted.chain_id}; nothing was signed or sent`,
    { details: { wanted_chain: wanted.chain, wanted_chain_id: wanted.chain_id, given_chain_id: given ?? null } },
  )
}

/** Whether viem refused to send because the wallet moved to another chain after it was asked. */
export const isChainMismatch = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ChainMismatchError) !== null
