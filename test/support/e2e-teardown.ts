import { removePrograms } from './bundled-programs.ts'
import { removeCluster } from './prepared-cluster.ts'

/** Removes what the set-up made. */
export default async function e2eTeardown(): Promise<void> {
  removePrograms()
  await removeCluster()
}
