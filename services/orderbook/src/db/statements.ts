import { statementsOf } from '@tandem/service-kit'
import type { Rows } from './rows.ts'

/** The row is a type of `rows.ts`, made by `npm run generate`. */
export const { statement, prepared } = statementsOf<Rows>()

/** Two at a time keep PostgreSQL busy. */
export const hotReads = { maxRunning: 2, maxKeys: 100 }
