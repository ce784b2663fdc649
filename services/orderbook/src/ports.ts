import type { Sql } from '@tandem/service-kit'

/** Tells the time in unix milliseconds. */
export type Clock = () => number

/** A transaction as use cases pass it from one store to another. Only stores run SQL in it. */
export type Transaction = Sql
