import { removeCluster } from '../prepared-cluster.ts'
import { removeTestBundles } from '../test-bundle.ts'
import './integration-setup.mts'

/** Stops what the global set-up started. A process that it misses ends together with this one. */
export default async function globalTeardown(): Promise<void> {
  const servers = globalThis.tandemTestServers
  removeTestBundles()
  await Promise.all([servers?.postgres.stop(), servers?.redis.stop(), removeCluster()])
}
