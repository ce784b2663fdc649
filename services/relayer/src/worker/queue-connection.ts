import { makeRedis, type RedisServers, type RedisTuning, redisOptions } from '@tandem/service-kit'
import type { ConnectionOptions } from 'bullmq'

/** What BullMQ connects by. It closes what it opened itself; a Cluster's client is ours to close. */
export function queueConnection(
  servers: RedisServers,
  options: RedisTuning,
): { connection: ConnectionOptions; close(): void } {
  if (servers.mode !== 'cluster') {
    return { connection: redisOptions(servers, options) as ConnectionOptions, close: () => undefined }
  }
  const cluster = makeRedis(servers, options)
  // BullMQ reports the errors of its queue and its worker, but not those before it listens.
  cluster.on('error', () => undefined)
  return { connection: cluster as ConnectionOptions, close: () => cluster.disconnect() }
}
