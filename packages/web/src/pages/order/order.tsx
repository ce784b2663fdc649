import type { OrderWire } from '@tandem/contracts'
import { isFinal } from '@tandem/rules'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/api.ts'
import { explanationQuery, orderQuery } from '../../api/queries.ts'
import { useOrderEvents } from '../../api/use-order-events.ts'
import { Identifier } from '../../components/identifier.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useAmount, useDollarText } from '../../components/use-amount-text.ts'
import { useApi } from '../../components/use-api.ts'
import { useChainName } from '../../components/use-chain-name.ts'
import { useTitle } from '../../components/use-title.ts'
import { lanesOf } from '../../domain/lane.ts'
import { receiptOf } from '../../domain/receipt.ts'
import { en } from '../../strings/en.ts'
import { ClaimsPanel } from './claims-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LanePanel } from './lane-panel.tsx'
import { NextPanel } from './next-panel.tsx'

const ChainPanels = lazy(async () => ({ default: (await import('./chain-panels.tsx')).ChainPanels }))

/** One order, living: both chains' facts, what is awaited, and what the reader can do. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  useTitle(`${en.order.title} ${orderId.slice(0, 8)}`)
  const { data: order, error, refetch } = useQuery(orderQuery(useApi(), orderId))
  if (order !== undefined) return <Loaded order={order} />
  if (error === null) return <Skeleton lines={14} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <>
        <h1>{en.order.title}</h1>
        <Empty title={en.order.notFound} hint={en.search.noneHint} />
        <SearchBox />
      </>
    )
  }
  return <Failure error={error} retry={() => void refetch()} />
}

function Loaded({ order }: { order: OrderWire }) {
  const api = useApi()
  const isOpen = !isFinal(order.status)
  const { events, state } = useOrderEvents(api, order.order_id, !isOpen)
  const { data: explanation } = useQuery(explanationQuery(api, order.order_id))
  return (
    <>
      <div className="stack">
        <div className="panel-head">
          <h1>{en.order.title}</h1>
          <span className="row" aria-live="polite">
            <StatusBadge status={order.status} />
            <span className="badge" data-tone={state === 'live' ? 'good' : undefined}>
              {en.order.live[state]}
            </span>
          </span>
        </div>
        <Identifier value={order.order_id} name={en.order.title} isWhole />
      </div>
      <TradePanel order={order} />
      {explanation === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <NextPanel explanation={explanation} nextAction={order.next_action} />
      )}
      <Suspense fallback={<Skeleton lines={3} />}>
        <ChainPanels order={order} />
      </Suspense>
      <div className="lanes">
        {lanesOf(order, explanation?.facts ?? []).map((lane) => (
          <LanePanel key={lane.side} lane={lane} />
        ))}
      </div>
      <ClaimsPanel orderId={order.order_id} isOpen={isOpen} />
      <HistoryPanel events={events} order={order} />
    </>
  )
}

function TradePanel({ order }: { order: OrderWire }) {
  const amountOf = useAmount()
  const dollarText = useDollarText()
  const chainName = useChainName()
  const { source_intent: source } = order
  const sides = [
    { title: en.order.from, side: source, price: order.source_token_price },
    { title: en.order.to, side: receiptOf(order), price: order.dest_token_price },
  ]
  const [give, get] = sides.map(({ title, side, price }) => (
    <div key={title}>
      <p className="small soft">{title}</p>
      <p className="trade-amount number" title={amountOf(side).exact}>
        {amountOf(side).short}
      </p>
      <p className="small soft">
        {[en.order.on(chainName(side.chain)), dollarText(side, price)].filter((part) => part !== '').join(', ')}
      </p>
    </div>
  ))
  return (
    <section className="panel" aria-label={`${en.order.from}, ${en.order.to}`}>
      <div className="trade">
        {give}
        <span className="trade-arrow" aria-hidden="true">
          →
        </span>
        {get}
      </div>
      <p className="small soft">{en.order.fee(order.fee_bips)}</p>
    </section>
  )
}
