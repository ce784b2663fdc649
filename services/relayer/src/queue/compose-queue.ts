import { directUrlOf, type Part, redisServersOf } from '@tandem/service-kit'
import type { RequestHandler } from 'express'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import { makeQueuePage } from './queue-page.ts'
import { makeWakeQueue, type QueueBackend, type WakeQueue } from './wake-queue.ts'

export type QueuePart = Part & {
  readonly queue: WakeQueue
  readonly backend: QueueBackend
}

type Needs = { config: Config; observe: Pick<Observe, 'queueFailed'> }

export function composeQueue({ config, observe }: Needs): QueuePart {
  const backend = backendOf(config)
  const queue = makeWakeQueue(backend, observe.queueFailed)
  return { queue, backend, stop: () => queue.close() }
}

/** The operators' page of the queue, with a connection of its own. */
export function composeQueuePage(
  { backend }: Pick<QueuePart, 'backend'>,
  { observe, basePath }: Pick<Needs, 'observe'> & { basePath: string },
): Required<Pick<Part, 'stop'>> & { page: RequestHandler } {
  const { page, close } = makeQueuePage({ backend, basePath, onError: observe.queueFailed })
  return { page, stop: close }
}

/** Where the queue is kept: in Redis where it is configured, and in PostgreSQL otherwise. */
function backendOf(config: Config): QueueBackend {
  const servers = redisServersOf(config)
  return servers === undefined ? { type: 'postgres', url: directUrlOf(config) } : { type: 'redis', servers }
}
