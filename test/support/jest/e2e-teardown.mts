import { removeCluster } from '../prepared-cluster.ts'
import { removeTestBundles } from '../test-bundle.ts'

/** Removes what the set-up made. */
export default async function e2eTeardown(): Promise<void> {
  removeTestBundles()
  await removeCluster()
}
