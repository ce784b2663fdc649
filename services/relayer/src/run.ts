import { configFromProcess, runTraced } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, constants, settings } from './config.ts'

/** Runs the service as this process, until a signal. A configuration that does not hold together ends it with 78. */
export async function run(): Promise<void> {
  await runTraced('relayer', { ...constants, ...configFromProcess(settings, configProblems) }, compose)
}
