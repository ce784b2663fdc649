import { useInfiniteQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { searchQuery } from '../api/queries.ts'
import { OrderList } from '../components/order-list.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Empty, QueryBoundary } from '../components/states.tsx'
import { useApi } from '../components/use-api.ts'
import { useTitle } from '../components/use-title.ts'
import { type Search, searchOf } from '../domain/search.ts'
import { en } from '../strings/en.ts'

export function SearchPage() {
  const { q } = useSearch({ from: '/search' })
  const search = searchOf(q)
  useTitle(en.search.label)
  if (search?.kind === 'order') return <Navigate to="/orders/$orderId" params={{ orderId: search.orderId }} replace />
  return (
    <>
      <h1>{en.search.label}</h1>
      <SearchBox key={q} initial={q} />
      {search === undefined ? null : <Results search={search} text={q} />}
    </>
  )
}

function Results({ search, text }: { search: Exclude<Search, { kind: 'order' }>; text: string }) {
  const query = useInfiniteQuery(searchQuery(useApi(), search))
  const orders = query.data?.pages.flatMap((page) => page.data)
  const only = orders?.length === 1 && search.kind === 'hash' ? orders[0] : undefined
  // A hash belongs to one order, so its page is shown and not a list.
  if (only !== undefined) return <Navigate to="/orders/$orderId" params={{ orderId: only.order_id }} replace />
  return (
    <section className="tandem-panel" aria-label={en.search.results(text)}>
      <QueryBoundary query={{ data: orders, error: query.error, refetch: query.refetch }} lines={6}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={en.search.none} hint={en.search.noneHint} />
          ) : (
            <>
              <OrderList orders={found} />
              {query.hasNextPage ? (
                <button
                  type="button"
                  className="tandem-button tandem-quiet"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {en.search.more}
                </button>
              ) : null}
            </>
          )
        }
      </QueryBoundary>
    </section>
  )
}
