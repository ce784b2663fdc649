import { configFromProcess, runService } from '@tandem/service-kit'
import { compose } from './compose.ts'
import { configProblems, settings } from './config.ts'
import { environmentFrom } from './config-file.ts'

/** `main.ts` runs the solver; `--config FILE` reads settings from a file, `--dry-run` sends nothing. */
Object.assign(process.env, environmentFrom(process.argv.slice(2), process.env))
const config = configFromProcess(settings)
const problems = configProblems(config)
if (problems.length > 0) {
  process.stderr.write(`The configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}\n`)
  process.exit(78)
}
const solver = compose(config)
await runService(solver, { logger: solver.logger, graceMs: config.shutdownGraceMs })
