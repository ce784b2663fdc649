import type { RequestState } from '../transactions/domain/request-lifecycle.ts'
import type { Clock, TransactionObserver } from '../transactions/ports.ts'
import type { AttemptStore, RequestStore } from '../transactions/step-ports.ts'
import type { WorkRequest } from './domain/work.ts'
import type { Status, WorkStore, WorkTransactions } from './ports.ts'

export interface SubmitWorkDeps {
  store: Pick<WorkStore, 'insert' | 'reopen' | 'find' | 'waitedFor'> &
    Pick<RequestStore, 'advance' | 'postpone'> &
    Pick<AttemptStore, 'history'>
  observe: Pick<TransactionObserver, 'moved'>
  /** Wakes the workers for a request, and returns at once. */
  onDue: (request: WorkRequest) => void
  now: Clock
}

/** States in which nothing is under way and no secret has left. */
const hasKeptItsSecret: readonly RequestState[] = ['waiting', 'rejected']

export function makeWorkTransactions({ store, observe, onDue, now }: SubmitWorkDeps): WorkTransactions {
  async function status(request: WorkRequest): Promise<Status>
  async function status(request: string | WorkRequest): Promise<Status | undefined>
  async function status(asked: string | WorkRequest): Promise<Status | undefined> {
    const request = typeof asked === 'string' ? await store.find(asked) : asked
    if (request === undefined) return undefined
    const [{ all }, reason] = await Promise.all([store.history(request.id), store.waitedFor(request.id)])
    return { request, attempts: all, reason }
  }

  const resubmit: WorkTransactions['resubmit'] = async (request, submission, o) => {
    const again = await store.reopen(request, submission, o)
    if (again === undefined) return { request: (await store.find(request.id)) ?? request, isNew: false }
    observe.moved(again, 'posted again')
    return { request: again, isNew: true }
  }

  const move = async (...[request, event, reason, changes]: Parameters<typeof store.advance<WorkRequest>>) => {
    const moved = await store.advance(request, event, reason, changes)
    if (moved !== undefined) observe.moved(moved, reason)
    return moved
  }

  return {
    submit: (submission) => store.insert(submission),
    async submitAgain(submission) {
      const submitted = await store.insert(submission)
      if (submitted.isNew || !hasKeptItsSecret.includes(submitted.request.state)) return submitted
      return resubmit(submitted.request, submission)
    },
    resubmit,
    status,
    wake: onDue,
    abandon: (request, { reason, txHash }) =>
      move(request, 'settled_by_other', reason, txHash === undefined ? {} : { txHash }),
    release: (request) =>
      move(request, 'released', 'revealing is safe', { createdAt: new Date(now()), nextStepInMs: 0 }),
    refuse: (request, errorCode, reason) => move(request, 'refused', reason, { errorCode }),
    withdraw: (request) => move(request, 'withdrawn', 'its client took it back', { errorCode: 'WITHDRAWN' }),
    postpone: ({ id }, delayMs, reason) => store.postpone(id, delayMs, reason),
  }
}
