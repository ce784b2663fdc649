import { ApiError } from '../api/api.ts'
import { en } from '../strings/en.ts'

/** Stands where content will be, with its height, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="stack" role="status" aria-label={en.loading}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <div key={key} className="skeleton" />
      ))}
    </div>
  )
}

/** An error in the service's words, and what to do. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const isNetwork = error instanceof ApiError && error.code === 'NETWORK'
  return (
    <div className="note" data-tone="bad" role="alert">
      <strong>{en.error.title}</strong>
      <p>{isNetwork ? en.error.network(error.message) : error.message}</p>
      {error instanceof ApiError && error.requestId !== null ? (
        <p className="small">
          {en.error.requestId} <code>{error.requestId}</code>
        </p>
      ) : null}
      <div>
        <button type="button" className="button" onClick={retry}>
          {en.error.retry}
        </button>
      </div>
    </div>
  )
}

/** Says why a list is empty, and when it will not be. */
export function Empty({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="note">
      <strong>{title}</strong>
      <p className="soft">{hint}</p>
    </div>
  )
}
