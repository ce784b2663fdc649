import { batched } from './batched.ts'
import type { Sql } from './sql.ts'
import { prepared, type Statement } from './statement.ts'

/** The TypeScript type of one caller's value, by SQL type. */
export interface ValueOf {
  bigint: bigint | number
  boolean: boolean
  bytea: Uint8Array
  date: string
  float8: number
  int: number
  jsonb: string
  numeric: bigint
  text: string
  timestamptz: Date
  uuid: string
}
export type SqlTypes = Readonly<Record<string, keyof ValueOf>>
export type Given<Columns extends SqlTypes> = { readonly [Name in keyof Columns]: ValueOf[Columns[Name]] | null }

/** One statement that serves many callers: it takes `In` from each, and answers each with `Out`. */
export interface RowStatement<In, Out> {
  readonly text: Statement<Out>
  readonly columns: readonly (keyof In & string)[]
}

/**
 * Makes a statement that serves many callers at once.
 *
 * @param columns the SQL type of each value that a caller gives.
 * @param textOf builds the statement from one of two texts that have a row for each caller. `asked`
 * is a common table expression of that name, with which the statement can begin. `given` is a table
 * named `q`, for an expression of the statement's own. Each row of the answer must have the
 * caller's `place`. The statement must lock rows in one fixed order, so that two of them never
 * deadlock.
 */
export function rowStatement<const Columns extends SqlTypes, Out>(
  columns: Columns,
  textOf: (asked: string, given: string) => Statement<Out>,
): RowStatement<Given<Columns>, Out> {
  const names = Object.keys(columns)
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`).join(', ')
  const given = `unnest(${arrays}) WITH ORDINALITY AS q (${names.join(', ')}, place)`
  const asked = `asked AS (SELECT * FROM ${given})`
  return { text: prepared(textOf(asked, given)), columns: names }
}

/**
 * Two statements run at once. They take about as long as the callers of the next one need to
 * gather.
 */
export const statementLimits = { maxRunning: 2, maxInputs: 100 }

/**
 * Makes a function that runs the statement for one caller, together with others. When the statement
 * fails, nothing is stored, and all of its callers fail.
 */
export function perRow<In extends object, Out>(
  sql: Sql,
  { text, columns }: RowStatement<In, Out>,
  limits = statementLimits,
): (input: In) => Promise<Out[]> {
  return batched<In, Out[]>({
    doMany: async (inputs) => {
      const values = columns.map((name) => inputs.map((input) => input[name]))
      const answers = inputs.map((): Out[] => [])
      for (const row of await sql.query(text, values))
        answers[Number((row as { place?: unknown }).place) - 1]?.push(row)
      return answers
    },
    ...limits,
  })
}
