import type { SwitchChain, Wallet } from '@tandem/sdk'
import { useSyncExternalStore } from 'react'

/** The thing that a wallet is asking its user for right now. */
export type Asking = 'sign' | 'send' | 'switch'

const kinds: Readonly<Record<string, Asking>> = {
  eth_signTypedData_v4: 'sign',
  eth_sendTransaction: 'send',
  wallet_sendCalls: 'send',
  wallet_switchEthereumChain: 'switch',
  wallet_addEthereumChain: 'switch',
}

const open: Asking[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

async function whileAsking<T>(kind: Asking, ask: () => Promise<T>): Promise<T> {
  open.push(kind)
  tell()
  try {
    return await ask()
  } finally {
    open.splice(open.indexOf(kind), 1)
    tell()
  }
}

/** Passes requests on to a wallet, and makes known for how long the wallet waits for its user. */
export function watchWallet(wallet: Wallet): Wallet {
  const ask = wallet.request as (call: { method: string }, options?: unknown) => Promise<unknown>
  const request = (call: { method: string }, options?: unknown) => {
    const kind = kinds[call.method]
    return kind === undefined ? ask(call, options) : whileAsking(kind, () => ask(call, options))
  }
  return { ...wallet, request: request as unknown as Wallet['request'] }
}

/** The same for the application's own way to change the wallet's network. */
export const watchSwitch = (switchChain: SwitchChain): SwitchChain =>
  typeof switchChain === 'function'
    ? (...wanted) => whileAsking('switch', async () => switchChain(...wanted))
    : switchChain

/** The wallet's open question, for the card to show; `undefined` while the wallet asks for nothing. */
export const useAsking = (): Asking | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1),
    () => undefined,
  )
