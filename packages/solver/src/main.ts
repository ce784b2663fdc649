import { configFromProcess, runService } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { settings } from './config.ts'

const config = configFromProcess(settings)
const solver = compose(config)
await runService(solver, { logger: solver.logger, graceMs: config.shutdownGraceMs })
