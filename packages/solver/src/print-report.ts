import { stateFileOf } from './config.ts'
import { environmentFrom } from './config-file.ts'
import { readLedger } from './settlements/ledger-file.ts'
import { reportOf } from './settlements/report.ts'

/**
 * Prints the ledger's report (`--report`). Only `SOLVER_STATE_DIR` has to be set, and the solver may run meanwhile.
 *
 * @throws Error without that setting, and for a file that is no ledger.
 */
export async function printReport(options: { config?: string }): Promise<void> {
  const { SOLVER_STATE_DIR: stateDir } = { ...process.env, ...environmentFrom(options, process.env) }
  const path = stateFileOf({ stateDir }, 'ledger')
  if (path === undefined) throw new Error('SOLVER_STATE_DIR is not set: it names the folder of the ledger')
  process.stdout.write(`${reportOf(await readLedger(path))}\n`)
}
