import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Replayed } from '../test/traces/random-replays.ts'

/** The figures of replayed traces that had no difference. */
export type TraceResult = Omit<Replayed, 'difference'>

const file = new URL('../trace-results.json', import.meta.url)

export const writeTraces = (result: TraceResult): void => writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)

export const readTraces = (): TraceResult | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TraceResult) : undefined
