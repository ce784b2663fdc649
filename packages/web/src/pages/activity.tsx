import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { recentOrdersQuery } from '../api/queries.ts'
import { OrderList } from '../components/order-list.tsx'
import { Panel } from '../components/panel.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Empty, QueryBoundary, Skeleton } from '../components/states.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { en } from '../strings/en.ts'

const OwnSwaps = lazy(async () => ({ default: (await import('./swap/own-swaps.tsx')).OwnSwaps }))

export function ActivityPage() {
  useTitle(en.activity.title)
  const query = useQuery(recentOrdersQuery(useApi()))
  return (
    <>
      <div className="tandem-stack">
        <h1>{en.activity.title}</h1>
        <p className="tandem-soft">{en.activity.intro}</p>
      </div>
      <SearchBox />
      <div className="columns">
        <Suspense
          fallback={
            <Panel id="own" title={en.swap.own.title}>
              <Skeleton lines={4} />
            </Panel>
          }
        >
          <OwnSwaps />
        </Suspense>
        <Panel id="recent" title={en.activity.recent}>
          <QueryBoundary query={query} lines={20}>
            {({ data: orders }) =>
              orders.length === 0 ? (
                <Empty title={en.activity.empty} hint={en.activity.emptyHint} />
              ) : (
                <OrderList orders={orders} />
              )
            }
          </QueryBoundary>
        </Panel>
      </div>
    </>
  )
}
