import { setTimeout } from 'node:timers/promises'
import { batched } from '@tandem/service-kit'
import { createPostgresBackend, type JobsOptions, Queue, Worker, withBackend } from 'bullmq'

/** Wakes a worker for a settlement. It carries only the id, and losing it costs no more than the sweeper's interval. */
export interface Doorbell {
  /** Waits for nothing, and reports what fails: the settlement is stored already. */
  ring(id: string): void
  /** Whether it can be rung. */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

export type QueueBackend = { type: 'redis'; url: string } | { type: 'postgres'; url: string }

export const queueName = 'settlements'
const answerTimeoutMs = 2_000
const jobOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

export const prefixed = { prefix: '{tandem-relayer}' } as const
const workerOptions = { lockDuration: 8000, stalledInterval: 4000, maxStalledCount: 1000 } as const

interface DoorbellQueue {
  addBulk(jobs: { name: string; data: { id: string }; opts: JobsOptions }[]): Promise<unknown>
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
  const add = batched<string, undefined>({
    doMany: async (ids) => {
      const jobs = ids.map((id) => ({ name: 'step', data: { id }, opts: { ...jobOptions, deduplication: { id } } }))
      const isAdded = await Promise.race([
        queue.addBulk(jobs).then(() => true),
        setTimeout(answerTimeoutMs, false, { ref: false }),
      ])
      if (!isAdded) throw new Error(`the queue did not answer in ${answerTimeoutMs} ms`)
      return ids.map(() => undefined)
    },
    maxRunning: 1,
    maxInputs: 500,
  })
  return {
    ring: (id) => void add(id).catch(onError),
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

export interface ListenOptions {
  concurrency: number
  onRing: (id: string) => Promise<void>
  onError: (error: unknown) => void
}

/** Takes a step for every ring. */
export function listenToDoorbell(
  backend: QueueBackend,
  { concurrency, onRing, onError }: ListenOptions,
): { close(): Promise<void> } {
  const process = async (job: { data: { id: string } }) => onRing(job.data.id)
  const worker =
    backend.type === 'redis'
      ? new Worker<{ id: string }>(queueName, process, {
          ...prefixed,
          ...workerOptions,
          concurrency,
          connection: { url: backend.url, maxRetriesPerRequest: null },
        })
      : new onPostgres.Worker<{ id: string }>(queueName, process, {
          ...workerOptions,
          concurrency,
          connection: postgresConnection(backend.url),
        })
  worker.on('error', onError)
  return { close: () => worker.close() }
}
