import { batched } from './batched.ts'
import { prepared, type Sql } from './sql.ts'

/** A statement that does at once for many what each of them was to have done: it takes `In` from each, and answers `Out`. */
export interface RowStatement<In, Out> {
  readonly text: string
  readonly columns: readonly (keyof In & string)[]
  /** Only in the types. */
  readonly out?: Out
}

/**
 * @param columns what is taken from each, by its type in SQL.
 * @param textOf the statement, which begins with the expression `asked`: a table of these columns, and of `place`, the
 *   number of the row. Each row that it returns names its `place`. It must lock rows in the same order for every caller, so
 *   that two of them never wait for each other.
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

/** Two statements of a kind at once take about as long as the next one needs to come together. */
export const statementLimits = { maxRunning: 2, maxInputs: 100 }

/**
 * Runs the statement for one, together with everybody who has it run at the same moment.
 *
 * @returns what the statement returns for this one. A failure fails all who went together: nothing is stored then.
 */
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
