import { useQuery } from '@tanstack/react-query'
import { recentOrdersQuery } from '../api/queries.ts'
import { OrderList } from '../components/order-list.tsx'
import { Panel } from '../components/panel.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { en } from '../strings/en.ts'

export function HomePage() {
  useTitle(en.home.title)
  const query = useQuery(recentOrdersQuery(useApi()))
  return (
    <>
      <div className="stack">
        <h1>{en.home.title}</h1>
        <p className="soft">{en.app.tagline}</p>
      </div>
      <SearchBox />
      <Panel id="recent" title={en.home.recent}>
        <Answered query={query} lines={10}>
          {({ data: orders }) =>
            orders.length === 0 ? (
              <Empty title={en.home.empty} hint={en.home.emptyHint} />
            ) : (
              <OrderList orders={orders} />
            )
          }
        </Answered>
      </Panel>
    </>
  )
}
