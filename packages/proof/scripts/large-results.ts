import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The counts of one scenario. */
export interface ScenarioResult {
  scenario: string
  states: number
  /** States in which runs end, by the status of their order. */
  ends: Record<string, number>
}

const file = new URL('../large-results.json', import.meta.url)

export const writeLarge = (rows: readonly ScenarioResult[]): void =>
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)

export const readLarge = (): ScenarioResult[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScenarioResult[]) : []
