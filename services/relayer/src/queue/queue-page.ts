import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { Queue } from 'bullmq'
import type { RequestHandler } from 'express'
import { openQueue, type QueueBackend, type WakeUp } from './wake-queue.ts'

export interface QueuePageOptions {
  backend: QueueBackend
  basePath: string
  onError: (error: unknown) => void
}

/**
 * Serves bull-board for the queue, on Redis or on PostgreSQL. The page is read-only, and shows nothing of a job but its claims.
 */
export function makeQueuePage({ backend, basePath, onError }: QueuePageOptions): {
  page: RequestHandler
  close(): Promise<void>
} {
  const { queue, close } = openQueue(backend)
  queue.on('error', onError)
  // A queue on PostgreSQL has the same methods; bull-board asks it for its backend.
  const adapter = new BullMQAdapter(queue as Queue, { readOnlyMode: true })
  adapter.setFormatter('data', ({ ids, chains }: WakeUp) => ({ claim_ids: ids, chains }))
  adapter.setFormatter('returnValue', () => null)
  const server = new ExpressAdapter().setBasePath(basePath)
  createBullBoard({
    queues: [adapter],
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Tandem relayer', hideRedisDetails: true } },
  })
  return { page: server.getRouter() as RequestHandler, close }
}
