import { makeRedis, type RedisServers, type RedisTuning, redisOptions } from '@tandem/service-kit'
import type { ConnectionOptions } from 'bullmq'

/** BullMQ closes its own clients; a Cluster's is ours to close. */
export function queueConnection(
  servers: RedisServers,
  options: RedisTuning,
): { connection: ConnectionOptions; close(): void } {
  if (servers.mode !== 'cluster') {
    return { connection: redisOptions(servers, options) as ConnectionOptions, close: () => undefined }
  }
  const cluster = makeRedis(servers, options)
  // Errors before BullMQ listens.
  cluster.on('error', () => undefined)
  return { connection: cluster as ConnectionOptions, close: () => cluster.disconnect() }
}
