/** Selected as `r`. */
export interface RowArrays {
  readonly from: string
  readonly values: readonly unknown[]
}

/**
 * One array for each column, which PostgreSQL reads twice as fast as JSON. Only `json` columns are JSON; their null is
 * the JSON null.
 * @param types by column.
 * @param before parameters in front.
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

/** JSON in other brackets where nothing is escaped: faster than pg. */
function arrayLiteral(values: readonly unknown[]): unknown {
  const json = JSON.stringify(values)
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`
}
