import type { TransactionObserver } from '../transactions/ports.ts'
import type { AttemptStore, RequestStore } from '../transactions/step-ports.ts'
import type { WorkRequest } from './domain/work.ts'
import type { Status, WorkStore, WorkTransactions } from './ports.ts'

export interface SubmitWorkDeps {
  store: Pick<WorkStore, 'insert' | 'reopen' | 'find' | 'waitedFor'> &
    Pick<RequestStore, 'advance'> &
    Pick<AttemptStore, 'history'>
  observe: Pick<TransactionObserver, 'moved'>
  /** Waits for nothing. */
  onDue: (request: WorkRequest) => void
}

export function makeWorkTransactions({ store, observe, onDue }: SubmitWorkDeps): WorkTransactions {
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

  return {
    submit: (submission) => store.insert(submission),
    async submitAgain(submission) {
      const submitted = await store.insert(submission)
      if (submitted.isNew || submitted.request.state !== 'rejected') return submitted
      return resubmit(submitted.request, submission)
    },
    resubmit,
    status,
    wake: onDue,
    async abandon(request, { reason, txHash }) {
      const ended = await store.advance(request, 'settled_by_other', reason, txHash === undefined ? {} : { txHash })
      if (ended !== undefined) observe.moved(ended, reason)
      return ended
    },
  }
}
