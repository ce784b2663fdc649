import { useIsSlow } from '@tandem/react/card'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api.ts'
import { en } from '../strings/en.ts'

/** A placeholder as high as the content that it stands for, so that nothing jumps when the content comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const isSlow = useIsSlow()
  return (
    <div className="tandem-stack" role="status" aria-label={en.loading}>
      {isSlow ? <p className="tandem-soft">{en.slow}</p> : <div className="skeleton" />}
      {Array.from({ length: lines - 1 }, (_, line) => `line-${line}`).map((key) => (
        <div key={key} className="skeleton" />
      ))}
    </div>
  )
}

/** Shows an error in the service's words, with a button that tries again. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const isNetwork = error instanceof ApiError && error.code === 'NETWORK'
  return (
    <div className="tandem-note" data-tone="bad" role="alert">
      <strong>{en.error.title}</strong>
      <p>{isNetwork ? en.error.network(error.message) : error.message}</p>
      {error instanceof ApiError && error.requestId !== null ? (
        <p className="tandem-small">
          {en.error.requestId} <code>{error.requestId}</code>
        </p>
      ) : null}
      <div>
        <button type="button" className="tandem-button" onClick={retry}>
          {en.error.retry}
        </button>
      </div>
    </div>
  )
}

/** Says why a list is empty, and what will fill it. */
export function Empty({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="tandem-note">
      <strong>{title}</strong>
      <p className="tandem-soft">{hint}</p>
    </div>
  )
}

interface QueryBoundaryProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => Promise<unknown> }
  /** The height of the placeholder, in lines. */
  lines: number
  children: (data: T) => ReactNode
}

/** Shows the data of a query; until it comes, a placeholder; and after an error, the error. */
export function QueryBoundary<T>({ query: { data, error, refetch }, lines, children }: QueryBoundaryProps<T>) {
  if (data !== undefined) return children(data)
  return error === null ? <Skeleton lines={lines} /> : <Failure error={error} retry={() => void refetch()} />
}
