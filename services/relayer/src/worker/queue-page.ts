import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { RedisServers } from '@tandem/service-kit'
import { Queue } from 'bullmq'
import type { RequestHandler } from 'express'
import { queueConnection } from './queue-connection.ts'
import { prefixed, queueName, type Ring } from './wake-queue.ts'

/** bull-board: read only, and shows a job's claims alone. */
export function makeQueuePage(o: { servers: RedisServers; basePath: string; onError: (error: unknown) => void }): {
  page: RequestHandler
  close(): Promise<void>
} {
  const redis = queueConnection(o.servers, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const queue = new Queue(queueName, { ...prefixed, connection: redis.connection })
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
  return { page: server.getRouter() as RequestHandler, close: () => queue.close().finally(redis.close) }
}
