import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import type { ConfigOf } from './config.ts'
import type { redisSettings } from './redis-settings.ts'

export interface RedisServers {
  mode: 'single' | 'cluster' | 'sentinel'
  /**
   * The URLs of servers, of a Cluster's nodes, or of Sentinels. Sentinels' URLs carry the servers' user, password and
   * database.
   */
  urls: readonly string[]
  primaryName: string
  sentinelPassword?: string | undefined
}

export type RedisClient = Redis | Cluster

export type RedisTuning = Pick<
  RedisOptions,
  'lazyConnect' | 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'
>

type RedisConfig = ConfigOf<typeof redisSettings>

export const redisServersOf = (config: RedisConfig): RedisServers | undefined =>
  config.redisUrl === undefined
    ? undefined
    : {
        ...modeOf(config.redisMode),
        urls: config.redisUrl,
        sentinelPassword: config.redisSentinelPassword,
      }

const modeOf = (text: string): Pick<RedisServers, 'mode' | 'primaryName'> => {
  const [mode, ...name] = text.split(':')
  return { mode: mode as RedisServers['mode'], primaryName: name.join(':') }
}

export function redisProblems({ redisUrl: urls = [], redisMode }: RedisConfig): string[] {
  const { mode } = modeOf(redisMode)
  const problems: string[] = []
  if (mode === 'single' && urls.length > 1)
    problems.push('REDIS_URL: names several servers: set REDIS_MODE to cluster or sentinel, or give one')
  if (mode !== 'single' && urls.length === 0) problems.push(`REDIS_URL: is required when REDIS_MODE is ${mode}`)
  if (mode === 'cluster' && urls.some((url) => databaseOf(url) !== 0))
    problems.push('REDIS_URL: a Cluster has no database but 0')
  const differing = new Set(urls.map((url) => JSON.stringify({ ...parsed(url), host: '', port: 0 })))
  if (differing.size > 1) problems.push('REDIS_URL: its servers differ in more than host and port')
  return problems
}

export function makeRedis(servers: RedisServers, options: RedisTuning): RedisClient {
  const { mode, urls } = servers
  if (mode === 'cluster') return new Cluster(urls.map(address), clusterOptions(urls[0] ?? '', options))
  if (mode === 'sentinel') return new Redis(redisOptions(servers, options))
  return new Redis(urls[0] ?? '', options)
}

export function redisOptions(
  { mode, urls, primaryName, sentinelPassword }: RedisServers,
  options: RedisTuning,
): Omit<RedisOptions, 'replyMapping'> & { url?: string } {
  const [first = ''] = urls
  if (mode !== 'sentinel') return { ...options, url: first }
  const { username, password, db, tls } = parsed(first)
  return {
    ...options,
    ...{ sentinels: urls.map(address), name: primaryName, db, updateSentinels: false },
    // Reconnects on READONLY: after a failover the old primary may come back as a replica.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls === undefined ? {} : { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  }
}

function clusterOptions(url: string, { enableOfflineQueue, lazyConnect, ...each }: RedisTuning) {
  const { username, password, tls } = parsed(url)
  return {
    ...(enableOfflineQueue === undefined ? {} : { enableOfflineQueue }),
    ...(lazyConnect === undefined ? {} : { lazyConnect }),
    // Gives up in under a second, because each caller can do without Redis.
    ...{ maxRedirections: 4, retryDelayOnFailover: 100, retryDelayOnClusterDown: 100 },
    slotsRefreshInterval: 5_000,
    // The host name is kept instead of its address, because certificates name hosts.
    ...(tls === undefined ? {} : { dnsLookup: (host, done) => done(null, host) }),
    redisOptions: {
      ...each,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(tls === undefined ? {} : { tls }),
    },
  } satisfies ClusterOptions
}

const address = (url: string) => {
  const { host, port } = parsed(url)
  return { host, port }
}

function parsed(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    username: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    db: databaseOf(url),
    tls: protocol === 'rediss:' ? {} : undefined,
  }
}

const databaseOf = (url: string): number => Number(new URL(url).pathname.slice(1) || '0')
