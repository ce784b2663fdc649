/** Rows to be handed to a statement: the source to select them from, as `r`, and its parameters. */
export interface RowArrays {
  readonly from: string
  readonly values: readonly unknown[]
}

/**
 * Rows as one array for each column: PostgreSQL reads these more than twice as fast as the same rows as JSON. Only
 * `json` columns are JSON still, in one array of all their values; a null of theirs is the JSON null.
 *
 * @param types the columns' types; what else a row has is left out.
 * @param before how many parameters the statement has before these.
 */
export function rowArrays<C extends string>(
  types: Readonly<Record<C, string>>,
  rows: readonly Readonly<Record<NoInfer<C>, unknown>>[],
  before = 0,
): RowArrays {
  const columns = Object.keys(types) as C[]
  const sources = columns.map((column, index) => {
    const parameter = `$${before + index + 1}`
    return types[column] === 'json'
      ? `json_array_elements(${parameter}::json)`
      : `unnest(${parameter}::${types[column]}[])`
  })
  return {
    from: `ROWS FROM (${sources.join(', ')}) AS r (${columns.join(', ')})`,
    values: columns.map((column) => {
      const values = rows.map((row) => row[column])
      return types[column] === 'json' ? JSON.stringify(values) : arrayLiteral(values)
    }),
  }
}

/**
 * An array as PostgreSQL reads it. Where nothing is escaped, that is JSON in other brackets, which is written much faster
 * than pg writes arrays.
 */
function arrayLiteral(values: readonly unknown[]): unknown {
  const json = JSON.stringify(values)
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`
}
