import { setTimeout } from 'node:timers/promises'
import { batched, withSpan } from '@tandem/service-kit'
import { createPostgresBackend, type JobsOptions, Queue, Worker, withBackend } from 'bullmq'

/** Wakes a worker for a request. Losing it costs no more than the sweeper's interval. */
export interface Doorbell {
  /** Waits for nothing, and reports what fails: the request is stored already. */
  ring(visitor: Visitor): void
  /** Whether it can be rung. */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

export type QueueBackend = { type: 'redis'; url: string } | { type: 'postgres'; url: string }

/** The queue's name of the first release: workers of two releases share it. */
export const queueName = 'settlements'
const answerTimeoutMs = 2_000
const jobOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

export const prefixed = { prefix: '{tandem-relayer}' } as const
const workerOptions = { lockDuration: 8000, stalledInterval: 4000, maxStalledCount: 1000 } as const

/** A request, and the chain that its transaction is sent on. */
interface Visitor {
  id: string
  chain: string
  /** In whose trace the ring is shown. */
  orderId?: string
}

/** A single job for all processes that ring at the same moment. */
export interface Ring {
  ids: readonly string[]
  chains: readonly string[]
}

interface DoorbellQueue {
  add(name: string, data: Ring, options: JobsOptions): Promise<unknown>
  count(): Promise<number>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}

/** Where the bell hangs: Redis, or PostgreSQL where there is no Redis. */
const onPostgres = withBackend(createPostgresBackend)
const postgresConnection = (url: string) => ({ connectionString: url, schema: 'bullmq', migrate: true })

/** Reaching Redis is tried once: the row is stored already, and the sweeper reads it. */
export function makeDoorbell(backend: QueueBackend, onError: (error: unknown) => void): Doorbell {
  const queue: DoorbellQueue =
    backend.type === 'redis'
      ? new Queue(queueName, {
          ...prefixed,
          connection: { url: backend.url, maxRetriesPerRequest: 1, enableOfflineQueue: false },
        })
      : new onPostgres.Queue(queueName, { connection: postgresConnection(backend.url) })
  queue.on('error', onError)
  const add = batched<Visitor, undefined>({
    doMany: async (visitors) => {
      const ids = visitors.map(({ id }) => id)
      const chains = [...new Set(visitors.map(({ chain }) => chain))]
      const isAdded = await Promise.race([
        queue.add('ring', { ids, chains }, jobOptions).then(() => true),
        setTimeout(answerTimeoutMs, false, { ref: false }),
      ])
      if (!isAdded) throw new Error(`the queue did not answer in ${answerTimeoutMs} ms`)
      return visitors.map(() => undefined)
    },
    maxRunning: 1,
    maxInputs: 500,
  })
  return {
    ring: (visitor) => {
      const { orderId, chain } = visitor
      const span = { role: 'client', ...(orderId === undefined ? {} : { orderId }), attributes: { chain } } as const
      void withSpan('BullMQ add', span, () => add(visitor)).catch(onError)
    },
    isUp: () =>
      Promise.race([
        queue.count().then(
          () => true,
          () => false,
        ),
        setTimeout(answerTimeoutMs, false, { ref: false }),
      ]),
    close: () => queue.close(),
  }
}

/** Says which chains a process rang for. The worker that listens finds the requests, with all others that are due. */
export function listenToDoorbell(
  backend: QueueBackend,
  { onRing, onError }: { onRing: (chains: readonly string[]) => void; onError: (error: unknown) => void },
): { close(): Promise<void> } {
  // A job from before the upgrade names no chains; the sweeper finds what it rang for.
  const process = (job: { data: Partial<Ring> }) =>
    withSpan('BullMQ process', { attributes: { rings: job.data.ids?.length } }, async () =>
      onRing(job.data.chains ?? []),
    )
  const worker =
    backend.type === 'redis'
      ? new Worker<Ring>(queueName, process, {
          ...prefixed,
          ...workerOptions,
          connection: { url: backend.url, maxRetriesPerRequest: null },
        })
      : new onPostgres.Worker<Ring>(queueName, process, {
          ...workerOptions,
          connection: postgresConnection(backend.url),
        })
  worker.on('error', onError)
  return { close: () => worker.close() }
}
