import { useSyncExternalStore } from 'react'
import type { EIP1193RequestFn } from 'viem'

/** The thing that a wallet is asking its user for right now. */
export type Asking = 'sign' | 'send' | 'switch'

const kinds: Readonly<Record<string, Asking>> = {
  eth_signTypedData_v4: 'sign',
  eth_sendTransaction: 'send',
  wallet_switchEthereumChain: 'switch',
  wallet_addEthereumChain: 'switch',
}

const open: Asking[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Passes requests on to a wallet, and makes known for how long it waits for its user. */
export function watchAsking(request: EIP1193RequestFn): EIP1193RequestFn {
  return (async (call: { method: string }, ...rest: unknown[]) => {
    const kind = kinds[call.method]
    const ask = request as (...args: unknown[]) => Promise<unknown>
    if (kind === undefined) return ask(call, ...rest)
    open.push(kind)
    tell()
    try {
      return await ask(call, ...rest)
    } finally {
      open.splice(open.indexOf(kind), 1)
      tell()
    }
  }) as EIP1193RequestFn
}

/** The wallet's open question, for the page to show; `undefined` while it asks for nothing. */
export const useAsking = (): Asking | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1),
  )
