import type { SwitchChain, Wallet } from '@tandem/sdk'

export interface ConnectedWallet {
  /** A viem client with the user's account: `createWalletClient`, or wagmi's `useWalletClient`. */
  wallet: Wallet
  /** `true` asks the wallet, a function moves it your way (wagmi's `switchChain`). */
  switchChain?: SwitchChain
}
