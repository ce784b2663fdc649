import { randomBytes } from 'node:crypto'
import { freePort } from './free-port.ts'
import { askRedis, type LocalRedis, startRedis } from './redis.ts'
import { until } from './until.ts'

export interface LocalRedisServers {
  /** The Cluster's nodes, or the Sentinels, separated by commas. */
  readonly urls: string
  readonly primaryName: string
  readonly primary: LocalRedis
  readonly replica: LocalRedis
  stop(): Promise<void>
}

const deadAfterMs = 1_000
const primaryName = 'tandem'

/** Starts a Cluster of three primaries, and a replica of the one that has the slot. */
export async function startRedisCluster({ slot }: { slot: number }): Promise<LocalRedisServers> {
  const password = randomBytes(16).toString('hex')
  const started = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const bus = await freePort()
      const cluster = ['cluster-enabled yes', `cluster-port ${bus}`, `cluster-node-timeout ${deadAfterMs}`]
      const settings = [...cluster, `masterauth ${password}`, 'cluster-replica-validity-factor 0']
      return { bus, redis: await startRedis({ password, settings }) }
    }),
  )
  const stop = async () => {
    await Promise.all(started.map(({ redis }) => redis.stop()))
  }
  const nodes = started.map(({ redis }) => redis)
  const [first, , , last] = nodes
  if (first === undefined || last === undefined) throw new Error('a Cluster has four servers here')
  const primaries = nodes.slice(0, 3)
  const third = Math.ceil(16_384 / 3)
  await Promise.all(
    primaries.map(({ url }, index) =>
      askRedis(url, `CLUSTER ADDSLOTSRANGE ${index * third} ${Math.min(16_383, (index + 1) * third - 1)}`),
    ),
  )
  for (const { bus, redis } of started.slice(1))
    await askRedis(first.url, `CLUSTER MEET 127.0.0.1 ${new URL(redis.url).port} ${bus}`)
  const primary = primaries[Math.floor(slot / third)] ?? first
  const id = (await askRedis(primary.url, 'CLUSTER MYID')).split('\r\n')[1]
  await untilFound(async () => (await askRedis(last.url, `CLUSTER REPLICATE ${id}`)).startsWith('+OK'))
  await untilReplicated(last)
  for (const { url } of nodes)
    await untilFound(async () => {
      const known = await askRedis(url, 'CLUSTER INFO', 'CLUSTER SLOTS')
      return known.includes('cluster_state:ok') && known.includes(new URL(last.url).port)
    })
  return { urls: primaries.map(({ url }) => url).join(','), primaryName, primary, replica: last, stop }
}

/** Starts a primary, a replica and three Sentinels, two of which must agree that the primary is dead. */
export async function startRedisSentinels(): Promise<LocalRedisServers> {
  const password = randomBytes(16).toString('hex')
  const settings = [`masterauth ${password}`]
  const primary = await startRedis({ password, settings })
  const port = new URL(primary.url).port
  const replica = await startRedis({ password, settings: [...settings, `replicaof 127.0.0.1 ${port}`] })
  await untilReplicated(replica)
  const sentinels = await Promise.all(
    [0, 1, 2].map(() =>
      startRedis({
        ...{ password, isSentinel: true },
        settings: [
          `sentinel monitor ${primaryName} 127.0.0.1 ${port} 2`,
          `sentinel auth-pass ${primaryName} ${password}`,
          `sentinel sentinel-pass ${password}`,
          `sentinel down-after-milliseconds ${primaryName} ${deadAfterMs}`,
          `sentinel failover-timeout ${primaryName} 5000`,
        ],
      }),
    ),
  )
  const all = [...sentinels, primary, replica]
  const stop = async () => {
    await Promise.all(all.map((one) => one.stop()))
  }
  for (const { url } of sentinels)
    await untilFound(async () => {
      const known = await askRedis(url, `SENTINEL CKQUORUM ${primaryName}`, `SENTINEL REPLICAS ${primaryName}`)
      return known.startsWith('+OK 3') && known.includes(new URL(replica.url).port)
    })
  return { urls: sentinels.map(({ url }) => url).join(','), primaryName, primary, replica, stop }
}

const untilReplicated = (replica: LocalRedis) =>
  untilFound(async () => (await askRedis(replica.url, 'INFO replication')).includes('master_link_status:up'))

const untilFound = (isSo: () => Promise<boolean>) =>
  until(() => isSo().catch(() => false), 'the Redis servers find each other', 60_000)
