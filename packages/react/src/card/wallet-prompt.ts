import type { SwitchChain, Wallet } from '@tandem/sdk'
import { useSyncExternalStore } from 'react'

/** What a wallet asks its user for: to sign, to send a transaction, or to change the network. */
export type WalletPrompt = 'sign' | 'send' | 'switch'

const kinds: Readonly<Record<string, WalletPrompt>> = {
  eth_signTypedData_v4: 'sign',
  eth_sendTransaction: 'send',
  wallet_sendCalls: 'send',
  wallet_switchEthereumChain: 'switch',
  wallet_addEthereumChain: 'switch',
}

const open: WalletPrompt[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

async function whilePrompting<T>(kind: WalletPrompt, ask: () => Promise<T>): Promise<T> {
  open.push(kind)
  tell()
  try {
    return await ask()
  } finally {
    open.splice(open.indexOf(kind), 1)
    tell()
  }
}

/** Wraps a wallet, so that the card knows when the wallet waits for its user. */
export function watchWallet(wallet: Wallet): Wallet {
  const ask = wallet.request as (call: { method: string }, options?: unknown) => Promise<unknown>
  const request = (call: { method: string }, options?: unknown) => {
    const kind = kinds[call.method]
    return kind === undefined ? ask(call, options) : whilePrompting(kind, () => ask(call, options))
  }
  return { ...wallet, request: request as unknown as Wallet['request'] }
}

/** Wraps the app's own function that changes the network, for the same reason. */
export const watchSwitch = (switchChain: SwitchChain): SwitchChain =>
  typeof switchChain === 'function'
    ? (...wanted) => whilePrompting('switch', async () => switchChain(...wanted))
    : switchChain

/** Returns what the wallet asks its user for now, and `undefined` while it asks for nothing. */
export const useWalletPrompt = (): WalletPrompt | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1),
    () => undefined,
  )
