import { setTimeout } from 'node:timers/promises'
import { batched, type RedisServers, withSpan } from '@tandem/service-kit'
import { createPostgresBackend, type JobsOptions, Queue, Worker, withBackend } from 'bullmq'
import { queueConnection } from './queue-connection.ts'

/**
 * Makes stored requests due at once in every process. When a wake-up is lost, its request begins later by the sweeper's
 * interval.
 */
export interface WakeQueue {
  /** Returns at once and never throws: the request is stored already, and the sweeper finds it by itself. */
  wake(request: DueRequest): void
  isUp(): Promise<boolean>
  close(): Promise<void>
}

export type QueueBackend = { type: 'redis'; servers: RedisServers } | { type: 'postgres'; url: string }

export const queueName = 'requests'
const answerTimeoutMs = 2_000
const jobOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

/** Braces keep the queue's keys on one node of a Redis Cluster, as its scripts need. */
export const prefixed = { prefix: '{tandem-relayer}' } as const
const workerOptions = { lockDuration: 8000, stalledInterval: 4000, maxStalledCount: 1000 } as const

interface DueRequest {
  id: string
  chain: string
  orderId?: string
}

/** The data of a job: the requests that became due in the same moment, and their chains. */
export interface WakeUp {
  ids: readonly string[]
  chains: readonly string[]
}

interface JobQueue {
  add(name: string, data: WakeUp, options: JobsOptions): Promise<unknown>
  count(): Promise<number>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}

const onPostgres = withBackend(createPostgresBackend)
const postgresConnection = (url: string) => ({ connectionString: url, schema: 'bullmq', migrate: true })

/** Adds each job once and never retries, because the sweeper reads the stored rows anyway. */
export function makeWakeQueue(backend: QueueBackend, onError: (error: unknown) => void): WakeQueue {
  const { queue, close } = openQueue(backend)
  queue.on('error', onError)
  const add = batched<DueRequest, undefined>({
    doMany: async (requests) => {
      const ids = requests.map(({ id }) => id)
      const chains = [...new Set(requests.map(({ chain }) => chain))]
      const isAdded = await Promise.race([
        queue.add('wake', { ids, chains }, jobOptions).then(() => true),
        setTimeout(answerTimeoutMs, false, { ref: false }),
      ])
      if (!isAdded) throw new Error(`the queue did not answer in ${answerTimeoutMs} ms`)
      return requests.map(() => undefined)
    },
    maxRunning: 1,
    maxInputs: 500,
  })
  return {
    wake: (request) => {
      const { orderId, chain } = request
      void withSpan('BullMQ add', { orderId, attributes: { chain } }, () => add(request)).catch(onError)
    },
    isUp: () =>
      Promise.race([
        queue.count().then(
          () => true,
          () => false,
        ),
        setTimeout(answerTimeoutMs, false, { ref: false }),
      ]),
    close,
  }
}

/**
 * Opens the queue on a connection of its own. While Redis is down, a Redis command fails at once instead of waiting.
 */
export function openQueue(backend: QueueBackend): { queue: JobQueue; close(): Promise<void> } {
  if (backend.type === 'postgres') {
    const queue = new onPostgres.Queue(queueName, { connection: postgresConnection(backend.url) })
    return { queue, close: () => queue.close() }
  }
  const redis = queueConnection(backend.servers, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const queue = new Queue(queueName, { ...prefixed, connection: redis.connection })
  return { queue, close: () => queue.close().finally(redis.close) }
}

/** Calls `onWake` with the chains that have due requests. The caller reads the requests from PostgreSQL. */
export function listenToWakeQueue(
  backend: QueueBackend,
  { onWake, onError }: { onWake: (chains: readonly string[]) => void; onError: (error: unknown) => void },
): { close(): Promise<void> } {
  // A job without chains wakes nobody: the sweeper finds its requests.
  const process = (job: { data: Partial<WakeUp> }) =>
    withSpan('BullMQ process', { attributes: { requests: job.data.ids?.length } }, async () =>
      onWake(job.data.chains ?? []),
    )
  if (backend.type === 'postgres') {
    const connection = postgresConnection(backend.url)
    const worker = new onPostgres.Worker<WakeUp>(queueName, process, { ...workerOptions, connection })
    worker.on('error', onError)
    return { close: () => worker.close() }
  }
  const redis = queueConnection(backend.servers, { maxRetriesPerRequest: null })
  const worker = new Worker<WakeUp>(queueName, process, { ...prefixed, ...workerOptions, connection: redis.connection })
  worker.on('error', onError)
  return { close: () => worker.close().finally(redis.close) }
}
