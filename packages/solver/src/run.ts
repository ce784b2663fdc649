import { configFromProcess, runTraced } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, settings } from './config.ts'
import { environmentFrom } from './config-file.ts'

/** Starts the solver. It ends with exit code 78 when settings contradict each other. */
export async function run(options: { config?: string; dryRun?: boolean }): Promise<void> {
  Object.assign(process.env, environmentFrom(options, process.env))
  await runTraced('solver', configFromProcess(settings, configProblems), compose)
}
