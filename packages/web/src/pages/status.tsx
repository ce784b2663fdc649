import type { ReadinessWire, RelayerHealthWire } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { readinessQuery, relayerHealthQuery } from '../api/queries.ts'
import { Identifier } from '../components/identifier.tsx'
import { Skeleton } from '../components/states.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { durationText } from '../domain/duration.ts'
import { en } from '../strings/en.ts'

const text = en.statusPage

export function StatusPage() {
  useTitle(text.title)
  const { data: health } = useQuery(relayerHealthQuery(useApi()))
  return (
    <>
      <h1>{text.title}</h1>
      <div className="lanes">
        <ServicePanel service="orderbook" title={text.orderbook} />
        <ServicePanel service="relayer" title={text.relayer} health={health} />
      </div>
      {health === undefined ? null : (
        <>
          <ChainsPanel chains={health.chains} />
          <SignersPanel signers={health.signers} />
        </>
      )}
    </>
  )
}

interface ServicePanelProps {
  service: 'orderbook' | 'relayer'
  title: string
  health?: RelayerHealthWire | undefined
}

function ServicePanel({ service, title, health }: ServicePanelProps) {
  const { data, error } = useQuery(readinessQuery(useApi(), service))
  const underWay = Object.entries(health?.settlements ?? {})
  return (
    <section className="panel" aria-labelledby={service}>
      <div className="panel-head">
        <h2 id={service}>{title}</h2>
        <StateBadge readiness={data} health={health} isUnreachable={error !== null} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <p>{text.unreachable}</p>
        )
      ) : (
        <dl className="facts">
          {Object.entries(data.checks).map(([name, check]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{check.ok ? text.ok : (check.message ?? text.down)}</dd>
            </div>
          ))}
          {health === undefined ? null : (
            <>
              <dt>{text.queue}</dt>
              <dd>
                {underWay.length === 0
                  ? text.queueEmpty
                  : underWay.map(([state, count]) => `${count} ${state}`).join(', ')}
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  )
}

function StateBadge({
  readiness,
  health,
  isUnreachable,
}: {
  readiness: ReadinessWire | undefined
  health: RelayerHealthWire | undefined
  isUnreachable: boolean
}) {
  if (readiness === undefined && !isUnreachable) return null
  const state = isUnreachable ? 'unreachable' : (health?.status ?? (readiness?.ready === true ? 'ok' : 'down'))
  const tone = state === 'ok' ? 'good' : state === 'degraded' ? 'wait' : 'bad'
  return (
    <span className="badge" data-tone={tone}>
      {text[state]}
    </span>
  )
}

function ChainsPanel({ chains }: { chains: RelayerHealthWire['chains'] }) {
  return (
    <section className="panel" aria-labelledby="chains">
      <h2 id="chains">{text.chains}</h2>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.chain}</th>
              <th scope="col" className="number">
                {text.head}
              </th>
              <th scope="col" className="number">
                {text.age}
              </th>
              <th scope="col" className="number">
                {text.endpoints}
              </th>
            </tr>
          </thead>
          <tbody>
            {chains.map((chain) => (
              <tr key={chain.chain}>
                <th scope="row">{chain.chain}</th>
                <td className="number">{chain.head_number?.toLocaleString('en') ?? '–'}</td>
                <td className="number">{chain.head_age_secs === null ? '–' : durationText(chain.head_age_secs)}</td>
                <td className="number">
                  {chain.endpoints_up} / {chain.endpoints}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function SignersPanel({ signers }: { signers: RelayerHealthWire['signers'] }) {
  return (
    <section className="panel" aria-labelledby="signers">
      <h2 id="signers">{text.signers}</h2>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.chain}</th>
              <th scope="col">{text.signer}</th>
              <th scope="col" className="number">
                {text.claimsLeft}
              </th>
              <th scope="col" className="number">
                {text.nonces}
              </th>
            </tr>
          </thead>
          <tbody>
            {signers.map((one) => (
              <tr key={`${one.chain} ${one.signer}`}>
                <th scope="row">{one.chain}</th>
                <td>
                  <Identifier value={one.signer} name={text.signer} chain={one.chain} kind="address" />
                </td>
                <td className="number">{Math.floor(one.claims_left).toLocaleString('en')}</td>
                <td className="number">{one.open_slots}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
