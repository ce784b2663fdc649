import type { OrderWire } from '@tandem/contracts'
import { isFinal } from '@tandem/contracts/rules'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/api.ts'
import { assetsQuery, chainsQuery, explanationQuery, orderQuery } from '../../api/queries.ts'
import { useOrderEvents } from '../../api/use-order-events.ts'
import { SearchBox } from '../../components/search-box.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { useTitle } from '../../components/use-title.ts'
import { timelinesOf } from '../../domain/timeline.ts'
import { en } from '../../strings/en.ts'
import { ClaimsPanel } from './claims-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { NextPanel } from './next-panel.tsx'
import { OrderHead } from './order-head.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

const ChainPanels = lazy(async () => ({ default: (await import('./chain-panels.tsx')).ChainPanels }))

/** A placeholder for an order, as high as its first panel. */
const OrderPlaceholder = () => (
  <section className="tandem-panel order-placeholder">
    <Skeleton lines={3} />
  </section>
)

export function OrderPage() {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  useTitle(`${en.order.title} ${orderId.slice(0, 8)}`)
  const { data: order, error, refetch } = useQuery(orderQuery(useApi(), orderId))
  if (order !== undefined) return <Loaded order={order} />
  if (error === null) return <OrderPlaceholder />
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
  const explanation = useQuery(explanationQuery(api, order.order_id))
  const [assets, chains] = [useQuery(assetsQuery(api)), useQuery(chainsQuery(api))]
  // The page waits for all of it, so that nothing moves when the names of the tokens come.
  if ([explanation, assets, chains].some(({ isPending }) => isPending)) return <OrderPlaceholder />
  const { awaiting = null, facts = [] } = explanation.data ?? {}
  return (
    <>
      <OrderHead
        order={order}
        awaiting={awaiting}
        state={state}
        assets={assets.data ?? []}
        chains={chains.data ?? []}
      />
      <Suspense fallback={<div className="panel-placeholder" />}>
        <ChainPanels order={order} />
      </Suspense>
      <div className="columns">
        {timelinesOf(order, facts).map((timeline) => (
          <TimelinePanel key={timeline.side} timeline={timeline} />
        ))}
      </div>
      {explanation.data === undefined || !isOpen ? null : (
        <NextPanel explanation={explanation.data} nextAction={order.next_action} />
      )}
      <ClaimsPanel orderId={order.order_id} isOpen={isOpen} />
      <HistoryPanel events={events} order={order} />
    </>
  )
}
