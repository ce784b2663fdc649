import { setTimeout } from 'node:timers/promises'
import { batched, type RedisServers, withSpan } from '@tandem/service-kit'
import { createPostgresBackend, type JobsOptions, Queue, Worker, withBackend } from 'bullmq'
import { queueConnection } from './queue-connection.ts'

/** Losing a wake-up costs the sweeper's interval. */
export interface Doorbell {
  /** Waits for nothing: the request is stored. */
  ring(visitor: Visitor): void
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

interface Visitor {
  id: string
  chain: string
  orderId?: string
}

/** One job for all processes of a moment. */
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

const onPostgres = withBackend(createPostgresBackend)
const postgresConnection = (url: string) => ({ connectionString: url, schema: 'bullmq', migrate: true })

/** Tried once: the sweeper reads the stored row. */
export function makeDoorbell(backend: QueueBackend, onError: (error: unknown) => void): Doorbell {
  const { queue, close } = openQueue(backend)
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
      void withSpan('BullMQ add', { orderId, attributes: { chain } }, () => add(visitor)).catch(onError)
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

/** A connection of its own, which a question does not wait for. */
export function openQueue(backend: QueueBackend): { queue: DoorbellQueue; close(): Promise<void> } {
  if (backend.type === 'postgres') {
    const queue = new onPostgres.Queue(queueName, { connection: postgresConnection(backend.url) })
    return { queue, close: () => queue.close() }
  }
  const redis = queueConnection(backend.servers, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const queue = new Queue(queueName, { ...prefixed, connection: redis.connection })
  return { queue, close: () => queue.close().finally(redis.close) }
}

/** The listening worker finds all due requests of these chains. */
export function listenToDoorbell(
  backend: QueueBackend,
  { onRing, onError }: { onRing: (chains: readonly string[]) => void; onError: (error: unknown) => void },
): { close(): Promise<void> } {
  // The sweeper finds requests of a job without chains.
  const process = (job: { data: Partial<Ring> }) =>
    withSpan('BullMQ process', { attributes: { rings: job.data.ids?.length } }, async () =>
      onRing(job.data.chains ?? []),
    )
  if (backend.type === 'postgres') {
    const connection = postgresConnection(backend.url)
    const worker = new onPostgres.Worker<Ring>(queueName, process, { ...workerOptions, connection })
    worker.on('error', onError)
    return { close: () => worker.close() }
  }
  const redis = queueConnection(backend.servers, { maxRetriesPerRequest: null })
  const worker = new Worker<Ring>(queueName, process, { ...prefixed, ...workerOptions, connection: redis.connection })
  worker.on('error', onError)
  return { close: () => worker.close().finally(redis.close) }
}
