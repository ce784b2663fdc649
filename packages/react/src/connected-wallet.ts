import type { SwitchChain, Wallet } from '@tandem/sdk'

export interface ConnectedWallet {
  /** `createWalletClient`, or wagmi's `useWalletClient`. */
  wallet: Wallet
  /** `true` asks the wallet; or wagmi's `switchChain`. */
  switchChain?: SwitchChain
}
