import { makeRedis, type RedisServers, type RedisTuning, redisOptions } from '@tandem/service-kit'
import type { ConnectionOptions } from 'bullmq'

/**
 * The queue's connection to Redis. BullMQ closes clients that it made itself; a Cluster's client is made here, and is ours to
 * close.
 */
export function queueConnection(
  servers: RedisServers,
  options: RedisTuning,
): { connection: ConnectionOptions; close(): void } {
  if (servers.mode !== 'cluster') {
    return { connection: redisOptions(servers, options) as ConnectionOptions, close: () => undefined }
  }
  const cluster = makeRedis(servers, options)
  // Errors that come before BullMQ listens need a listener.
  cluster.on('error', () => undefined)
  return { connection: cluster as ConnectionOptions, close: () => cluster.disconnect() }
}
