import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import { Queue } from 'bullmq'
import type { RequestHandler } from 'express'
import { prefixed, queueName, type Ring } from './wake-queue.ts'

/** The page of the queue (bull-board): it changes nothing, and shows of a job no more than its claims. */
export function makeQueuePage(o: { redisUrl: string; basePath: string; onError: (error: unknown) => void }): {
  page: RequestHandler
  close(): Promise<void>
} {
  const queue = new Queue(queueName, {
    ...prefixed,
    connection: { url: o.redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false },
  })
  queue.on('error', o.onError)
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true })
  adapter.setFormatter('data', ({ ids, chains }: Ring) => ({ claim_ids: ids, chains }))
  adapter.setFormatter('returnValue', () => null)
  const server = new ExpressAdapter().setBasePath(o.basePath)
  createBullBoard({
    queues: [adapter],
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Tandem relayer', hideRedisDetails: true } },
  })
  return { page: server.getRouter() as RequestHandler, close: () => queue.close() }
}
