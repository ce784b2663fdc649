import { configFromProcess, runTraced } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, constants, settings } from './config.ts'

/** A contradictory configuration ends with 78. */
export async function run(): Promise<void> {
  await runTraced('orderbook', { ...constants, ...configFromProcess(settings, configProblems) }, (config) =>
    compose(config, { networkFile: process.env.NETWORK_FILE }),
  )
}
