import type { StatsHourWire, StatsWire } from '@tandem/contracts'
import { Choices, durationText, useChainName } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statsQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { Empty, QueryBoundary } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { useTitle } from '../../components/use-title.ts'
import { countText, dollarsText, exactDollarsText } from '../../domain/count-text.ts'
import { en } from '../../strings/en.ts'
import { Charts } from './charts.tsx'
import { MakersPanel } from './makers-panel.tsx'

const text = en.numbers
/** The hours of an older orderbook, which does not report them. */
const noHours: readonly StatsHourWire[] = []
const windows = ['last_24h', 'last_7d', 'all_time'] as const

export function NumbersPage() {
  useTitle(text.title)
  const query = useQuery(statsQuery(useApi()))
  return (
    <>
      <h1>{text.title}</h1>
      <div className="page-body">
        <QueryBoundary query={query} lines={12}>
          {(stats) => (
            <>
              <SumsPanel stats={stats} />
              <Charts hours={stats.hours ?? noHours} times={stats.completion_times} />
              <Shares stats={stats} />
            </>
          )}
        </QueryBoundary>
      </div>
      <MakersPanel />
    </>
  )
}

function SumsPanel({ stats }: { stats: StatsWire }) {
  const [shown, setShown] = useState<(typeof windows)[number]>('all_time')
  const sums = stats[shown]
  const counts = ['completed_orders', 'in_progress_orders', 'cancelled_orders', 'unique_users'] as const
  const tiles = [
    [text.total_volume_usd, dollarsText(sums.total_volume_usd), exactDollarsText(sums.total_volume_usd)],
    ...counts.map((name) => [text[name], countText(sums[name]), sums[name].toLocaleString('en')] as const),
    [text.avg_completion_time_secs, durationText(sums.avg_completion_time_secs), undefined],
  ] as const
  return (
    <section className="tandem-panel" aria-label={text.windows[shown]}>
      <Choices
        legend={text.window}
        options={windows.map((name) => [name, text.windows[name]])}
        value={shown}
        onChange={setShown}
      />
      <dl className="tiles">
        {tiles.map(([name, value, exact]) => (
          <div key={name}>
            <dt className="tandem-small tandem-soft">{name}</dt>
            <dd className="tandem-number" title={exact}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface Share {
  name: string
  count: number
  volume: number
}

/** Shows between which chains, and in which assets, the orders were. */
function Shares({ stats }: { stats: StatsWire }) {
  const chainName = useChainName()
  const pairs = stats.top_chain_pairs.map((pair) => ({
    name: `${chainName(pair.source_chain)} → ${chainName(pair.dest_chain)}`,
    count: pair.order_count,
    volume: pair.volume_usd,
  }))
  const assets = stats.top_assets.map((one) => ({
    name: text.asset(one.symbol, chainName(one.asset.slice(0, one.asset.indexOf(':')))),
    count: one.order_count,
    volume: one.volume_usd,
  }))
  return (
    <div className="columns">
      <SharesPanel id="pairs" title={text.pairs} shares={pairs} />
      <SharesPanel id="assets" title={text.assets} shares={assets} />
    </div>
  )
}

function SharesPanel({ id, title, shares }: { id: string; title: string; shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <Panel id={id} title={title}>
      {shares.length === 0 ? (
        <Empty title={text.empty} hint={en.activity.emptyHint} />
      ) : (
        <ul className="shares">
          {shares.map(({ name, count, volume }) => (
            <li key={name}>
              <span>{name}</span>
              <span className="tandem-small tandem-soft tandem-number" title={exactDollarsText(volume)}>
                {text.share(count, dollarsText(volume))}
              </span>
              {shares.length < 2 ? null : (
                <meter className="tandem-bar" min={0} max={most} value={count} aria-label={name} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
