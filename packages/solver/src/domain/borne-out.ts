/**
 * Whether enough endpoints of one chain and enough of the other say the same, whichever of the one is held against whichever of
 * the other: one liar on each chain together would otherwise be enough.
 *
 * @param table one row for each endpoint of the one chain, with one column for each of the other: whether the two say it.
 * @param least how many of each must, one or two.
 */
export function isBorneOut(table: readonly (readonly boolean[])[], least: { rows: number; columns: number }): boolean {
  const isEnough = (row: readonly boolean[], other: readonly boolean[]): boolean =>
    row.filter((says, column) => says && other[column]).length >= least.columns
  return table.some((row, index) => table.slice(index + least.rows - 1).some((other) => isEnough(row, other)))
}
