import { statementsOf } from '@tandem/service-kit'
import type { Rows } from './rows.ts'

/** `rows.ts` has the type of each statement's rows, and is written by `npm run generate`. */
export const { statement, prepared } = statementsOf<Rows>()

/**
 * An array parameter, hidden in a subquery. Otherwise PostgreSQL would plan the statement again for each length of the
 * array, which takes longer than a small statement runs.
 */
export const arrayOf = (parameter: string, type: string): string => `(SELECT ${parameter}::${type}[])::${type}[]`

/** Two reads at a time are enough to keep PostgreSQL busy. */
export const hotReads = { maxRunning: 2, maxKeys: 100 }
