import type { StatsHourWire, StatsWindowWire, StatsWire } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { statsQuery } from '../../api/queries.ts'
import { Facts } from '../../components/facts.tsx'
import { Panel } from '../../components/panel.tsx'
import { Answered, Empty } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { useChainName } from '../../components/use-chain-name.ts'
import { useTitle } from '../../components/use-title.ts'
import { durationText } from '../../domain/duration.ts'
import { en } from '../../strings/en.ts'
import { Charts } from './charts.tsx'
import { MakersPanel } from './makers-panel.tsx'

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
/** Of an orderbook that does not say them. */
const noHours: readonly StatsHourWire[] = []
const windows = ['last_24h', 'last_7d', 'all_time'] as const

export function NumbersPage() {
  useTitle(en.numbers.title)
  const query = useQuery(statsQuery(useApi()))
  return (
    <>
      <h1>{en.numbers.title}</h1>
      <Answered query={query} lines={12}>
        {(stats) => <Sums stats={stats} />}
      </Answered>
      <MakersPanel />
    </>
  )
}

/** Each window's sums, and which pairs and assets make them up. */
function Sums({ stats }: { stats: StatsWire }) {
  const chainName = useChainName()
  const pairs = stats.top_chain_pairs.map((pair) => ({
    name: `${chainName(pair.source_chain)} → ${chainName(pair.dest_chain)}`,
    count: pair.order_count,
    volume: pair.volume_usd,
  }))
  const assets = stats.top_assets.map((one) => ({
    name: en.swap.asset(one.symbol, chainName(one.asset.slice(0, one.asset.indexOf(':')))),
    count: one.order_count,
    volume: one.volume_usd,
  }))
  return (
    <>
      <div className="windows">
        {windows.map((name) => (
          <WindowPanel key={name} name={name} numbers={stats[name]} />
        ))}
      </div>
      <div className="lanes">
        <SharesPanel id="pairs" title={en.numbers.pairs} shares={pairs} />
        <SharesPanel id="assets" title={en.numbers.assets} shares={assets} />
      </div>
      <Charts hours={stats.hours ?? noHours} times={stats.completion_times} />
    </>
  )
}

function WindowPanel({ name, numbers }: { name: (typeof windows)[number]; numbers: StatsWindowWire }) {
  return (
    <Panel id={name} title={en.numbers.windows[name]}>
      <div>
        <p className="trade-amount number">{dollars.format(numbers.total_volume_usd)}</p>
        <p className="small soft">{en.numbers.total_volume_usd}</p>
      </div>
      <Facts
        isSpread
        rows={[
          [en.numbers.total_orders, numbers.total_orders.toLocaleString('en')],
          [en.numbers.completed_orders, numbers.completed_orders.toLocaleString('en')],
          [en.numbers.in_progress_orders, numbers.in_progress_orders.toLocaleString('en')],
          [en.numbers.cancelled_orders, numbers.cancelled_orders.toLocaleString('en')],
          [en.numbers.unique_users, numbers.unique_users.toLocaleString('en')],
          [en.numbers.avg_completion_time_secs, durationText(numbers.avg_completion_time_secs)],
        ]}
      />
    </Panel>
  )
}

interface Share {
  name: string
  count: number
  volume: number
}

function SharesPanel({ id, title, shares }: { id: string; title: string; shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <Panel id={id} title={title}>
      {shares.length === 0 ? (
        <Empty title={en.numbers.empty} hint={en.activity.emptyHint} />
      ) : (
        <ul className="shares">
          {shares.map(({ name, count, volume }) => (
            <li key={name}>
              <span>{name}</span>
              <meter min={0} max={most} value={count} aria-label={name} />
              <span className="small soft number">{en.numbers.share(count, dollars.format(volume))}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
