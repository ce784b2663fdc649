import { statementsOf } from '@tandem/service-kit'
import type { Rows } from './rows.ts'

/** The row is a type of `rows.ts`, made by `npm run generate`. */
export const { statement, prepared } = statementsOf<Rows>()

/** By an array's length PostgreSQL would plan its statement anew each time, which takes longer than a small one runs. */
export const arrayOf = (parameter: string, type: string): string => `(SELECT ${parameter}::${type}[])::${type}[]`

/** Two at a time keep PostgreSQL busy. */
export const hotReads = { maxRunning: 2, maxKeys: 100 }
