import { batched } from './batched.ts'
import { prepared, type Sql } from './sql.ts'

/** One statement for many callers: takes `In` from each, and answers `Out`. */
export interface RowStatement<In, Out> {
  readonly text: string
  readonly columns: readonly (keyof In & string)[]
  readonly out?: Out
}

/**
 * @param columns by SQL type.
 * @param textOf a statement that begins with the table `asked`: these columns and `place`, which each returned row
 * names. It must lock rows in one order, so that two statements never deadlock.
 */
export function rowStatement<In extends object, Out extends object = never>(
  columns: Readonly<Record<keyof In & string, string>>,
  textOf: (asked: string) => string,
): RowStatement<In, Out> {
  const names = Object.keys(columns) as (keyof In & string)[]
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`).join(', ')
  const asked = `asked AS (
  SELECT * FROM unnest(${arrays}) WITH ORDINALITY AS given (${names.join(', ')}, place))`
  return { text: prepared(textOf(asked)), columns: names }
}

/** Two at once take about as long as the next needs to gather. */
export const statementLimits = { maxRunning: 2, maxInputs: 100 }

/** Runs the statement with other callers' of the moment. A failure fails all: nothing is stored. */
export function perRow<In extends object, Out extends object>(
  sql: Sql,
  { text, columns }: RowStatement<In, Out>,
  limits = statementLimits,
): (input: In) => Promise<Out[]> {
  return batched<In, Out[]>({
    doMany: async (inputs) => {
      const values = columns.map((name) => inputs.map((input) => input[name]))
      const answers = inputs.map((): Out[] => [])
      for (const row of await sql.query<Out & { place: string }>(text, values))
        answers[Number(row.place) - 1]?.push(row)
      return answers
    },
    ...limits,
  })
}
