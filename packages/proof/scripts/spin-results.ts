import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** One run of spin. */
export interface SpinResult {
  fault: string
  states: number
  errors: number
  isWhole: boolean
}

const file = new URL('../spin/results.json', import.meta.url)

export const writeSpin = (results: readonly SpinResult[]): void =>
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)

export const readSpin = (): SpinResult[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SpinResult[]) : []
