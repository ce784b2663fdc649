import { statementsOf } from '@tandem/service-kit'
import type { Rows } from './rows.ts'

/** Makes the statements of this service. Their rows have the types of `rows.ts`, which `npm run generate` writes. */
export const { statement, prepared } = statementsOf<Rows>()
