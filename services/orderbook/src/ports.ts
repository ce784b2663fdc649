import type { Sql } from '@tandem/service-kit'

/** Unix milliseconds. */
export type Clock = () => number

/** Only adapters look into it. */
export type Transaction = Sql
