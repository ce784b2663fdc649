import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi'
import { Identifier } from '../components/identifier.tsx'
import { en } from '../strings/en.ts'

const text = en.wallet

/** The wallets that this browser has, or the one that is connected. */
export function WalletPanel() {
  const { address, connector, status } = useConnection()
  const { mutate: connect, isPending, error } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const connectors = useConnectors()
  return (
    <section className="panel" aria-labelledby="wallet">
      <h2 id="wallet">{text.title}</h2>
      {status === 'connected' && address !== undefined ? (
        <div className="panel-head">
          <div className="row">
            <WalletIcon source={connector.icon} />
            <strong>{connector.name}</strong>
            <Identifier value={address} name={text.address} />
          </div>
          <button type="button" className="button quiet" onClick={() => disconnect()}>
            {text.disconnect}
          </button>
        </div>
      ) : connectors.length === 0 ? (
        <div className="note">
          <strong>{text.none}</strong>
          <p className="soft">{text.noneHint}</p>
        </div>
      ) : (
        <ul className="row">
          {connectors.map((one) => (
            <li key={one.uid}>
              <button
                type="button"
                className="button quiet row"
                disabled={isPending || status === 'reconnecting'}
                onClick={() => connect({ connector: one })}
              >
                <WalletIcon source={one.icon} />
                {text.connect(one.name)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {error === null ? null : (
        <p className="note" data-tone="bad" role="alert">
          {text.notConnected(error.message.split('\n')[0] ?? '')}
        </p>
      )}
    </section>
  )
}

/** A wallet gives its icon as a data URL; any other would tell a stranger who looks at this page. */
function WalletIcon({ source }: { source: string | undefined }) {
  return source?.startsWith('data:image/') ? <img className="wallet-icon" src={source.trim()} alt="" /> : null
}
