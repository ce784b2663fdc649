import { useQuery } from '@tanstack/react-query'
import { recentOrdersQuery } from '../api/queries.ts'
import { OrderList } from '../components/order-list.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Empty, Failure, Skeleton } from '../components/states.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { en } from '../strings/en.ts'

export function HomePage() {
  useTitle(en.home.title)
  const { data, error, refetch } = useQuery(recentOrdersQuery(useApi()))
  return (
    <>
      <div className="stack">
        <h1>{en.home.title}</h1>
        <p className="soft">{en.app.tagline}</p>
      </div>
      <SearchBox />
      <section className="panel" aria-labelledby="recent">
        <h2 id="recent">{en.home.recent}</h2>
        {data !== undefined ? (
          data.data.length === 0 ? (
            <Empty title={en.home.empty} hint={en.home.emptyHint} />
          ) : (
            <OrderList orders={data.data} />
          )
        ) : error !== null ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton lines={10} />
        )}
      </section>
    </>
  )
}
