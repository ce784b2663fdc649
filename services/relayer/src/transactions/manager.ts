import type { Hex } from 'viem'
import type { Request } from './domain/request.ts'
import { type FillDeps, makeFillNonceGaps } from './fill-nonce-gaps.ts'
import type {
  Attempt,
  AttemptStore,
  Clock,
  NonceKey,
  NonceRepairStore,
  NonceUpkeep,
  RequestStore,
  SubmissionStore,
  Submitted,
  TransactionChain,
  TransactionObserver,
} from './ports.ts'
import { makeRepairNonces } from './repair-nonces.ts'
import { makeStep, type StepDeps } from './step.ts'
import { makeWakeMined } from './wake-mined.ts'

/** Longer than any step takes; after it another worker may take the request of one that died. */
const leaseMs = 8_000
const repairIntervalMs = 10_000

/** A request, and every transaction that was signed for it, oldest first. */
export interface Status<R extends Request> {
  request: R
  attempts: readonly Attempt[]
}

/**
 * Gets the transactions of requests mined exactly once. Claims, initiations and the keeper submit requests (`submit`, `status`,
 * `wake`, `abandon`); a worker carries them out (`tick`, `upkeep`). `S`: the work that is submitted, of which nothing is
 * known here.
 */
export interface TransactionManager<R extends Request, S> {
  /** Stores a request: from that commit on it is carried out. The same work submitted again is the same request. */
  submit(submission: S): Promise<Submitted<R>>
  /**
   * Submits work again whose request was rejected.
   *
   * @returns undefined when the request has moved since it was read.
   */
  submitAgain(rejected: R, submission: S): Promise<R | undefined>
  /** The state of a request by its id. A request that was just read is not read again. */
  status(request: string): Promise<Status<R> | undefined>
  status(request: R): Promise<Status<R>>
  /** Has a worker look at a request now. It may be lost: the next tick finds the request anyway. */
  wake(request: R): void
  /**
   * Ends a request that is not broadcast, because its work was done by another party.
   *
   * @param o.txHash the transaction that did it, when it is known.
   * @returns undefined when the request has moved since it was read.
   */
  abandon(request: R, o: { reason: string; txHash?: Hex | undefined }): Promise<R | undefined>
  /**
   * Takes one short step on each request of a chain that is due, on at most so many.
   *
   * @returns the steps, under way. They never reject: what went wrong is reported, and the request is due again later.
   */
  tick(chain: string, most: number): Promise<readonly Promise<void>[]>
  /** The periodic work on the nonces of a chain, beside the steps. */
  upkeep(chain: TransactionChain, o: { intervalMs: number; onWoken: () => void }): readonly Upkeep[]
}

/** The calls of those who submit requests. */
export type Transactions<R extends Request, S> = Pick<
  TransactionManager<R, S>,
  'submit' | 'submitAgain' | 'status' | 'wake' | 'abandon'
>

export interface Upkeep {
  name: string
  run: () => Promise<void>
  intervalMs: number
}

export interface ManagerDeps<R extends Request, S> extends StepDeps<R>, UpkeepDeps {
  store: StepDeps<R>['store'] &
    UpkeepDeps['store'] &
    SubmissionStore<R, S> &
    Pick<RequestStore<R>, 'find' | 'lease' | 'advance'> &
    Pick<AttemptStore<R>, 'history'>
  observe: StepDeps<R>['observe'] & UpkeepDeps['observe']
  /** Tells workers, also of other processes, that a request is due. Waits for nothing. */
  onDue: (request: R) => void
  /** Runs a step within a trace. */
  inSpan: (request: R, work: () => Promise<void>) => Promise<void>
  onStepFailed: (id: string, error: unknown) => void
  now: Clock
}

interface UpkeepDeps {
  store: FillDeps['store'] & Pick<NonceUpkeep, 'wakeMined' | 'reopenNonces' | 'hasOpenNonces'>
  repairStore: NonceRepairStore
  observe: Pick<TransactionObserver<Request>, 'foreignNonce'>
  onUpkeepFailed: (chain: string, error: unknown) => void
  now: Clock
}

export function makeTransactionManager<R extends Request, S>(deps: ManagerDeps<R, S>): TransactionManager<R, S> {
  const { store, observe } = deps
  const takeStep = makeStep(deps)
  const step = (request: R) =>
    deps.inSpan(request, () => takeStep(request)).catch((error: unknown) => deps.onStepFailed(request.id, error))

  async function status(request: R): Promise<Status<R>>
  async function status(request: string | R): Promise<Status<R> | undefined>
  async function status(asked: string | R): Promise<Status<R> | undefined> {
    const request = typeof asked === 'string' ? await store.find(asked) : asked
    return request && { request, attempts: (await store.history(request.id)).all }
  }

  return {
    submit: (submission) => store.insert(submission),
    async submitAgain(rejected, submission) {
      const again = await store.reopen(rejected, submission)
      if (again !== undefined) observe.moved(again, 'posted again')
      return again
    },
    status,
    wake: deps.onDue,
    async abandon(request, { reason, txHash }) {
      const ended = await store.advance(request, 'settled_by_other', reason, txHash === undefined ? {} : { txHash })
      if (ended !== undefined) observe.moved(ended, reason)
      return ended
    },
    tick: async (chain, most) => (await store.lease(chain, most, leaseMs)).map(step),
    upkeep: (chain, o) => upkeepOf(deps, chain, o),
  }
}

function upkeepOf(
  { store, repairStore, observe, onUpkeepFailed, now }: UpkeepDeps,
  chain: TransactionChain,
  { intervalMs, onWoken }: { intervalMs: number; onWoken: () => void },
): Upkeep[] {
  const onError = (error: unknown) => onUpkeepFailed(chain.name, error)
  const foreignNonce = (key: NonceKey) => observe.foreignNonce(key)
  const poll = makeWakeMined(store, chain, now)
  const wakeMined = async () => {
    if (await poll()) onWoken()
  }
  const repair = makeRepairNonces({
    store: { ...repairStore, hasOpenNonces: store.hasOpenNonces },
    ...{ chain, onError, foreignNonce, now },
  })
  return [
    { name: 'repaired', run: repair, intervalMs: repairIntervalMs },
    { name: 'mined', run: wakeMined, intervalMs },
    // Rare, and behind an empty nonce everything waits for seconds anyway.
    {
      name: 'abandoned',
      run: makeFillNonceGaps({ store, chain, onError, foreignNonce }),
      intervalMs: 4 * intervalMs,
    },
  ]
}
