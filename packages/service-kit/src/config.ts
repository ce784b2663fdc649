import { readFileSync } from 'node:fs'
import type { z } from '@tandem/contracts'

export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly variable: string
  readonly schema: T
  /** A secret is masked when it is printed, and `<VARIABLE>_FILE` may name a file that holds it. */
  readonly isSecret: boolean
}
export type Settings = Readonly<Record<string, Setting>>
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: z.output<S[K]['schema']> }
export type Environment = Readonly<Record<string, string | undefined>>

export const setting = <T extends z.ZodType>(variable: string, schema: T): Setting<T> => ({
  variable,
  schema,
  isSecret: false,
})
export const secretSetting = <T extends z.ZodType>(variable: string, schema: T): Setting<T> => ({
  variable,
  schema,
  isSecret: true,
})

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/**
 * Reads all settings from the environment. An empty variable counts as unset.
 *
 * @throws ConfigError with every problem at once, and never with a secret's value.
 */
export function loadConfig<S extends Settings>(settings: S, environment: Environment): ConfigOf<S> {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, { variable, schema, isSecret }] of Object.entries(settings)) {
    try {
      const result = schema.safeParse(readVariable(environment, variable, isSecret))
      if (result.success) config[name] = deepFreeze(result.data)
      else
        for (const issue of result.error.issues)
          problems.push(`${[variable, ...issue.path.map(String)].join('.')}: ${issue.message}`)
    } catch (error) {
      problems.push(`${variable}: ${(error as Error).message}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config) as ConfigOf<S>
}

function readVariable(environment: Environment, variable: string, isSecret: boolean): string | undefined {
  const value = environment[variable]
  if (value !== undefined && value !== '') return value
  const file = isSecret ? environment[`${variable}_FILE`] : undefined
  return file === undefined || file === '' ? undefined : readFileSync(file, 'utf8').trim()
}

export function misspeltVariables(settings: Settings, environment: Environment): { variable: string; meant: string }[] {
  const known = Object.values(settings).flatMap(({ variable, isSecret }) =>
    isSecret ? [variable, `${variable}_FILE`] : [variable],
  )
  return Object.keys(environment)
    .filter((variable) => variable.includes('_') && !known.includes(variable))
    .flatMap((variable) => {
      const meant = known.find((candidate) => candidate.includes('_') && distance(variable, candidate) <= 2)
      return meant === undefined ? [] : [{ variable, meant }]
    })
}

/** What `--print-config` shows. Secrets are masked. */
export function printableConfig<S extends Settings>(settings: S, config: ConfigOf<S>): string {
  const entries = Object.entries(settings).map(([name, { variable, isSecret }]) => {
    const value: unknown = config[name as keyof S]
    return [variable, isSecret && value !== undefined ? '(set)' : (value ?? null)]
  })
  return JSON.stringify(
    Object.fromEntries(entries),
    (_key, value) => (typeof value === 'bigint' ? String(value) : value),
    2,
  )
}

/**
 * Reads the configuration of this process. With `--print-config`, prints it and exits with 0. If
 * the configuration is invalid, prints every problem and exits with 78 (EX_CONFIG).
 *
 * @param problemsOf finds contradictions between settings that are valid by themselves.
 */
export function configFromProcess<S extends Settings>(
  settings: S,
  problemsOf: (config: ConfigOf<S>) => readonly string[] = () => [],
): ConfigOf<S> {
  try {
    const config = loadConfig(settings, process.env)
    for (const { variable, meant } of misspeltVariables(settings, process.env))
      process.stderr.write(`${variable} is set and means nothing here; did you mean ${meant}?\n`)
    if (process.argv.includes('--print-config')) {
      process.stdout.write(`${printableConfig(settings, config)}\n`)
      process.exit(0)
    }
    const problems = problemsOf(config)
    if (problems.length > 0) throw new ConfigError(problems)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

/** The Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}
