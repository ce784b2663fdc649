import { type LocalPostgres, type LocalRedis, startPostgres, startRedis } from '@tandem/local-services'
import { bundlePrograms } from '../bundled-programs.ts'
import { prepareCluster } from '../prepared-cluster.ts'

/** The servers that the set-up started and the tear-down stops. */
export interface StartedServers {
  postgres: LocalPostgres
  redis: LocalRedis
}

declare global {
  var tandemTestServers: StartedServers | undefined
}

/** Starts one PostgreSQL and one Redis for all integration tests. Each test file makes a database of its own. */
export default async function globalSetup(): Promise<void> {
  await bundlePrograms()
  const startOnCopy = async () => startPostgres({ fast: true, copyOf: await prepareCluster() })
  const [postgres, redis] = await Promise.all([startOnCopy(), startRedis()])
  globalThis.tandemTestServers = { postgres, redis }
  process.env.TANDEM_TEST_DATABASE_URL = postgres.url()
  process.env.TANDEM_TEST_REDIS_URL = redis.url
}
