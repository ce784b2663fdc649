import { Dialog, Identifier, short } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection, useDisconnect } from 'wagmi'
import { useApi } from '../components/use-api.ts'
import { en } from '../strings/en.ts'
import { deploymentQuery } from '../swap/deployment.ts'
import { ConnectButton } from './connect-button.tsx'
import { WalletIcon } from './wallet-icon.tsx'
import { WalletProvider } from './wallet-provider.tsx'

const text = en.wallet

export function HeaderWallet() {
  const { data: deployment } = useQuery(deploymentQuery(useApi()))
  if (deployment == null) return null
  return (
    <WalletProvider deployment={deployment} isRoot>
      <Wallet />
    </WalletProvider>
  )
}

function Wallet() {
  const { address, connector, status } = useConnection()
  const { mutate: disconnect } = useDisconnect()
  const [isOpen, setIsOpen] = useState(false)
  if (status !== 'connected' || address === undefined) return <ConnectButton isQuiet />
  return (
    <>
      <button type="button" className="tandem-button tandem-quiet tandem-row" onClick={() => setIsOpen(true)}>
        <WalletIcon source={connector.icon} />
        <span className="tandem-visually-hidden">{connector.name}</span>
        <span className="tandem-mono">{short(address)}</span>
      </button>
      {isOpen ? (
        <Dialog title={connector.name} onCancel={() => setIsOpen(false)}>
          <Identifier value={address} name={text.address} isWhole />
          <div className="tandem-row">
            <button type="button" className="tandem-button" onClick={() => setIsOpen(false)}>
              {text.close}
            </button>
            <button type="button" className="tandem-button tandem-quiet" onClick={() => disconnect()}>
              {text.disconnect}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
