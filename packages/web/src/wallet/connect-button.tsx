import { Dialog, Problem } from '@tandem/react/card'
import { useEffect, useState } from 'react'
import { type Connector, useConnect, useConnection, useConnectors } from 'wagmi'
import { en } from '../strings/en.ts'
import { WalletIcon } from './wallet-icon.tsx'

const text = en.wallet

export function ConnectButton({ isQuiet = false }: { isQuiet?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const { status } = useConnection()
  return (
    <>
      <button
        type="button"
        className={isQuiet ? 'tandem-button tandem-quiet' : 'tandem-button'}
        disabled={status === 'reconnecting'}
        onClick={() => setIsOpen(true)}
      >
        {text.connectAny}
      </button>
      {isOpen ? <WalletDialog close={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** The id of wagmi's connector for a wallet that only sets `window.ethereum`. */
const unannounced = 'injected'

/** Lists the wallets. Many that announce themselves (EIP-6963) also set `window.ethereum`, and such a wallet is listed once. */
function useListedWallets(): readonly Connector[] {
  const connectors = useConnectors()
  const [isOther, setIsOther] = useState(false)
  const announced = connectors.filter(({ id }) => id !== unannounced)
  useEffect(() => {
    const { ethereum } = globalThis as { ethereum?: unknown }
    const others = connectors.filter(({ id }) => id !== unannounced).map((one) => one.getProvider())
    void Promise.all(others).then((providers) => setIsOther(ethereum !== undefined && !providers.includes(ethereum)))
  }, [connectors])
  return isOther ? connectors : announced
}

function WalletDialog({ close }: { close: () => void }) {
  const { status } = useConnection()
  const { mutate: connect, isPending, error } = useConnect()
  const connectors = useListedWallets()
  useEffect(() => {
    if (status === 'connected') close()
  }, [status, close])
  return (
    <Dialog title={text.choose} onCancel={close}>
      {connectors.length === 0 ? <NoWallet /> : null}
      <ul className="tandem-stack">
        {connectors.map((one) => (
          <li key={one.uid}>
            <button
              type="button"
              className="tandem-button tandem-quiet wallet-choice"
              disabled={isPending}
              onClick={() => connect({ connector: one })}
            >
              <WalletIcon source={one.icon} />
              {one.id === unannounced ? text.unannounced : one.name}
            </button>
          </li>
        ))}
      </ul>
      <Problem text={error === null ? null : text.notConnected(error.message.split('\n')[0] ?? '')} />
      <button type="button" className="tandem-button tandem-quiet" onClick={close}>
        {text.close}
      </button>
    </Dialog>
  )
}

/** Links that open a page in the browser of a wallet app. On a phone, wallets announce themselves only there. */
const walletLinks = (page: string) => [
  { name: 'MetaMask', url: `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, '')}` },
  { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}` },
]

function NoWallet() {
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <div className="tandem-note">
      <strong>{text.none}</strong>
      <p className="tandem-soft">{isPhone ? text.noneOnPhone : text.noneHint}</p>
      {isPhone
        ? walletLinks(location.href).map(({ name, url }) => (
            <a key={name} href={url}>
              {text.openIn(name)}
            </a>
          ))
        : null}
    </div>
  )
}
