import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi'
import { Identifier } from '../components/identifier.tsx'
import { Panel } from '../components/panel.tsx'
import { Empty, Problem } from '../components/states.tsx'
import { en } from '../strings/en.ts'

const text = en.wallet

/** The wallets that this browser has, or the one that is connected. */
export function WalletPanel() {
  const { address, connector, status } = useConnection()
  const { mutate: connect, isPending, error } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const connectors = useConnectors()
  return (
    <Panel id="wallet" title={text.title}>
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
        <Empty title={text.none} hint={text.noneHint} />
      ) : (
        <ul className="row">
          {connectors.map((one) => (
            <li key={one.uid}>
              <button
                type="button"
                className="button row"
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
      <Problem text={error === null ? null : text.notConnected(error.message.split('\n')[0] ?? '')} />
    </Panel>
  )
}

/** A wallet gives its icon as a data URL; any other would tell a stranger who looks at this page. */
function WalletIcon({ source }: { source: string | undefined }) {
  return source?.startsWith('data:image/') ? <img className="wallet-icon" src={source.trim()} alt="" /> : null
}
