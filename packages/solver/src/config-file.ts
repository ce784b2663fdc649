import { readFileSync } from 'node:fs'
import { z } from '@tandem/contracts'

const fileSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a variable'), z.json())

/**
 * Turns a `--config FILE` into the variables that the environment does not set. Objects and lists become their JSON
 * text.
 *
 * @throws Error when the file is no JSON object.
 */
export function environmentFrom(
  options: { config?: string; dryRun?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
  readText: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Record<string, string> {
  const added: Record<string, string> = {}
  if (options.config !== undefined) {
    const given = fileSchema.parse(JSON.parse(readText(options.config)))
    for (const [variable, value] of Object.entries(given))
      if (environment[variable] === undefined || environment[variable] === '')
        added[variable] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  if (options.dryRun === true) added.SOLVER_DRY_RUN = 'true'
  return added
}
