import { configFromProcess, runTraced } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, constants, settings } from './config.ts'

/** Runs the service. A process whose settings contradict each other exits with code 78. */
export async function run(): Promise<void> {
  await runTraced('orderbook', { ...constants, ...configFromProcess(settings, configProblems) }, (config) =>
    compose(config, { networkFile: process.env.NETWORK_FILE }),
  )
}
