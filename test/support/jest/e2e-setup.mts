import { bundlePrograms } from '../bundled-programs.ts'
import { prepareCluster } from '../prepared-cluster.ts'

/** Makes the programs that the whole-process tests start, and the databases with which they begin. */
export default async function e2eSetup(): Promise<void> {
  await bundlePrograms()
  await prepareCluster()
}
