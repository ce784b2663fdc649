import type { Network } from '@tandem/contracts'
import type { Api } from '../api/api.ts'

const info = Object.freeze({
  uuid: 'b1f4f7a0-6f0e-4c39-9a44-2f3f6a1f7c55',
  name: 'Devnet wallet',
  rdns: 'localhost.tandem-devnet',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="%23855300"/><path d="M2 3h4v3H2z" fill="white"/></svg>',
})

/** The key in `localStorage` that is set once the user has connected this wallet. */
const connectedKey = 'tandem-devnet-wallet'

let isAnnounced = false

/**
 * Announces a wallet of the devnet's user, as an extension would (EIP-6963), so that a newcomer needs no wallet. Anvil has the
 * key, and signs and sends; the page never sees the key. Nothing happens outside of a devnet.
 */
export function announceDevnetWallet({ devnetUser, rpcUrls }: Api, { chains }: Network): void {
  if (devnetUser === null || isAnnounced) return
  isAnnounced = true
  const provider = providerOf(
    devnetUser,
    chains.map(({ chain, chain_id: id }) => ({ id, url: rpcUrls[chain]?.[0] ?? '' })),
  )
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Makes an EIP-1193 provider, which is on one chain at a time. */
function providerOf(address: string, chains: readonly { id: number; url: string }[]) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let current = chains[0]
  return {
    async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
      // Like any wallet, it names no account to a page that the user has not connected.
      if (method === 'eth_accounts') return localStorage.getItem(connectedKey) === null ? [] : [address]
      if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions')
        localStorage.setItem(connectedKey, 'yes')
      if (method === 'wallet_revokePermissions') return localStorage.removeItem(connectedKey) ?? null
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'wallet_requestPermissions')
        return [{ caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }]
      if (method !== 'wallet_switchEthereumChain') return askAnvil(current?.url ?? '', method, params)
      const [{ chainId }] = params as [{ chainId: string }]
      current = chains.find(({ id }) => id === Number(chainId)) ?? current
      for (const tell of listeners.get('chainChanged') ?? []) tell(chainId)
      return null
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
}

async function askAnvil(url: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}
