import type { SwitchChain, Wallet } from '@tandem/sdk'

/** A wallet as the hooks want it. */
export interface ConnectedWallet {
  /** A viem client with the user's account: `createWalletClient`, or wagmi's `useWalletClient`. */
  wallet: Wallet
  /** How it is moved to the chain of a step: `true` asks the wallet, a function does it your way (wagmi's `switchChain`). */
  switchChain?: SwitchChain
}
