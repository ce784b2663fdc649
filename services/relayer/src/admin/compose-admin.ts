import type { Part } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import { composeQueuePage, type QueuePart } from '../queue/compose-queue.ts'
import { adminRoutes, queuePagePath } from './admin.routes.ts'
import type { Observe } from './observe.ts'

type Needs = {
  config: Pick<Config, 'adminToken'>
  backend: QueuePart['backend']
  observe: Pick<Observe, 'queueFailed'>
}

/** Serves the operators' page of the queue. Without `ADMIN_TOKEN` there is no such page. */
export function composeAdmin({ config, backend, observe }: Needs): Part {
  const { adminToken: token } = config
  if (token === undefined) return {}
  const { page, stop } = composeQueuePage({ backend }, { observe, basePath: queuePagePath })
  return { routes: [adminRoutes({ token, queuePage: page })], stop }
}
