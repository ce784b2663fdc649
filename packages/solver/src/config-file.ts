import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from '@tandem/contracts'

const fileSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a variable'), z.json())

/**
 * What a command line adds to the environment: the variables of `--config FILE`, a JSON object, where the environment
 * does not set them itself, and `--dry-run`. Objects and lists in the file stand for their JSON text.
 *
 * @throws Error when an option is unknown, or the file is not such an object.
 */
export function environmentFrom(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  readText: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Record<string, string> {
  const { values } = parseArgs({
    args: [...args],
    options: { config: { type: 'string' }, 'dry-run': { type: 'boolean' }, 'print-config': { type: 'boolean' } },
  })
  const added: Record<string, string> = {}
  if (values.config !== undefined) {
    const given = fileSchema.parse(JSON.parse(readText(values.config)))
    for (const [variable, value] of Object.entries(given))
      if (environment[variable] === undefined || environment[variable] === '')
        added[variable] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  if (values['dry-run'] === true) added.SOLVER_DRY_RUN = 'true'
  return added
}
