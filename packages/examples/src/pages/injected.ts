import type { KnownNetwork, Wallet } from '@tandem/sdk'
import { type Address, createWalletClient, custom, type EIP1193Provider } from 'viem'

interface Deployment {
  baseUrl: string
  relayerUrl: string
  network: KnownNetwork
  endpoints: Record<string, string[]>
}

/** Connects the first wallet that announces itself (EIP-6963). */
export async function connect(): Promise<Wallet> {
  const provider = await new Promise<EIP1193Provider>((resolve) => {
    window.addEventListener('eip6963:announceProvider', (event) =>
      resolve((event as CustomEvent<{ provider: EIP1193Provider }>).detail.provider),
    )
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  })
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [Address]
  return createWalletClient({ account, transport: custom(provider) })
}

/** Reads the services, chains and endpoints from the server of the page, which the user trusts with the page itself. */
export const deployment = (): Promise<Deployment> =>
  fetch('/setup.json').then((answer) => answer.json() as Promise<Deployment>)
