import type { ReadinessWire, RelayerHealthWire } from '@tandem/contracts'
import { durationText, Facts, Identifier, useChainName } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { readinessQuery, relayerHealthQuery } from '../api/queries.ts'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { countText } from '../domain/count-text.ts'
import { en } from '../strings/en.ts'

const text = en.statusPage

export function StatusPage() {
  useTitle(text.title)
  const { data: health } = useQuery(relayerHealthQuery(useApi()))
  return (
    <>
      <h1>{text.title}</h1>
      <div className="columns">
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
  const chainName = useChainName()
  const underWay = Object.entries(health?.settlements ?? {})
  const queue = underWay.map(([state, count]) => `${count} ${state}`).join(', ') || text.queueEmpty
  return (
    <Panel
      id={service}
      title={title}
      aside={<StateBadge readiness={data} health={health} isUnreachable={error !== null} />}
    >
      {error !== null ? (
        <p>{text.unreachableHint[service]}</p>
      ) : data === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <Facts
          isSpread
          rows={[
            ...Object.entries(data.checks).map(
              ([name, check]) =>
                [text.checkOf(chainName(name)), check.ok ? text.ok : (check.message ?? text.down)] as const,
            ),
            ...(health === undefined ? [] : [[text.queue, queue] as const]),
          ]}
        />
      )}
    </Panel>
  )
}

interface StateBadgeProps {
  readiness: ReadinessWire | undefined
  health: RelayerHealthWire | undefined
  isUnreachable: boolean
}

function StateBadge({ readiness, health, isUnreachable }: StateBadgeProps) {
  if (readiness === undefined && !isUnreachable) return null
  const state = isUnreachable ? 'unreachable' : (health?.status ?? (readiness?.ready === true ? 'ok' : 'down'))
  const tone = state === 'ok' ? 'good' : state === 'degraded' ? 'wait' : 'bad'
  return (
    <span className="tandem-badge" data-tone={tone}>
      {text[state]}
    </span>
  )
}

function ChainsPanel({ chains }: { chains: RelayerHealthWire['chains'] }) {
  const chainName = useChainName()
  return (
    <Panel id="chains" title={text.chains}>
      <Table
        rows={chains}
        keyOf={({ chain }) => chain}
        columns={[
          { title: text.chain, cell: ({ chain }) => chainName(chain) },
          { title: text.head, isNumber: true, cell: ({ head_number: head }) => head?.toLocaleString('en') ?? '–' },
          {
            title: text.age,
            isNumber: true,
            cell: ({ head_age_secs: age }) => (age === null ? '–' : durationText(age)),
          },
          {
            title: text.endpoints,
            isNumber: true,
            cell: ({ endpoints_up: up, endpoints }) => `${up} / ${endpoints}`,
          },
        ]}
      />
    </Panel>
  )
}

function SignersPanel({ signers }: { signers: RelayerHealthWire['signers'] }) {
  const chainName = useChainName()
  return (
    <Panel id="signers" title={text.signers}>
      <Table
        rows={signers}
        keyOf={({ chain, signer }) => `${chain} ${signer}`}
        columns={[
          { title: text.chain, cell: ({ chain }) => chainName(chain) },
          {
            title: text.signer,
            cell: ({ signer, chain }) => <Identifier value={signer} name={text.signer} chain={chain} kind="address" />,
          },
          {
            title: text.claimsLeft,
            isNumber: true,
            cell: ({ claims_left: left }) => countText(Math.floor(left)),
          },
          { title: text.nonces, isNumber: true, cell: ({ open_slots: open }) => open },
        ]}
      />
    </Panel>
  )
}
