import type { SwitchChain, Wallet } from '@tandem/sdk'

/** The user's wallet. Keep the same object between renders, as wagmi does: a new one starts the effects of the hooks again. */
export interface ConnectedWallet {
  /** A viem client with an account: from `createWalletClient`, or wagmi's `useWalletClient().data`. */
  wallet: Wallet
  /**
   * How the wallet is moved to the chain of a step. `true` sends `wallet_switchEthereumChain` to the wallet; a function does it
   * in your app's way, such as wagmi's `switchChainAsync`. Without it, a step on another chain fails with `WRONG_CHAIN`.
   */
  switchChain?: SwitchChain
}
