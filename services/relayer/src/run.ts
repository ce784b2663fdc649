import { configFromProcess, runTraced } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, constants, settings } from './config.ts'

/** Runs the service. A contradictory configuration ends the process with exit code 78. */
export async function run(): Promise<void> {
  await runTraced('relayer', { ...constants, ...configFromProcess(settings, configProblems) }, compose)
}
