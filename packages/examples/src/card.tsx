import type { ConnectedWallet, TandemConfig } from '@tandem/react'
import { type Network, SwapCard } from '@tandem/react/card'
import '@tandem/react/card.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'

const queries = new QueryClient()

interface ShopProps {
  /** Made once, outside of any component, by `createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })`. */
  config: TandemConfig<Network>
  /** Connects a wallet with the library of your choice, such as wagmi. */
  connect: () => Promise<ConnectedWallet>
}

export function Shop({ config, connect }: ShopProps) {
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const button = (
    <button type="button" className="tandem-button" onClick={() => void connect().then(setWallet)}>
      Connect wallet
    </button>
  )
  return (
    <QueryClientProvider client={queries}>
      <h1>Get the tokens that you pay with</h1>
      <SwapCard config={config} wallet={wallet} connect={button} />
    </QueryClientProvider>
  )
}
