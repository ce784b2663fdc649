/**
 * Rows `r` of one array for each column, which PostgreSQL reads twice as fast as JSON. Only `jsonb` columns are JSON;
 * their null is the JSON null.
 * @param types by column.
 * @param before parameters in front.
 */
export function rowsFrom(types: Readonly<Record<string, string>>, before: number): string {
  const sources = Object.values(types).map((type, index) => {
    const parameter = `$${before + index + 1}`
    return type === 'jsonb' ? `jsonb_array_elements(${parameter}::jsonb)` : `unnest(${parameter}::${type}[])`
  })
  return `ROWS FROM (${sources.join(', ')}) AS r (${Object.keys(types).join(', ')})`
}

/** The parameters of {@link rowsFrom}. */
export const valuesOf = <C extends string>(
  types: Readonly<Record<C, string>>,
  rows: readonly Readonly<Record<NoInfer<C>, unknown>>[],
): unknown[] =>
  (Object.keys(types) as C[]).map((column) => {
    const values = rows.map((row) => row[column])
    return types[column] === 'jsonb' ? JSON.stringify(values) : arrayLiteral(values)
  })

/** JSON in other brackets where nothing is escaped: faster than pg. */
function arrayLiteral(values: readonly unknown[]): unknown {
  const json = JSON.stringify(values)
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`
}
