import { removePackages } from './bundled-packages.ts'
import { removePrograms } from './bundled-programs.ts'
import { removeCluster } from './prepared-cluster.ts'

/** Removes what the set-up made. */
export default async function e2eTeardown(): Promise<void> {
  removePackages()
  removePrograms()
  await removeCluster()
}
