import type { ReactNode } from 'react'

/** A column of a table. The cells of the first column are the headings of their rows. */
export interface Column<T> {
  title: string
  /** Whether the cells are numbers, which are aligned to the right. */
  isNumber?: boolean
  cell: (row: T) => ReactNode
}

interface TableProps<T> {
  columns: readonly [Column<T>, ...Column<T>[]]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/**
 * A table. On a phone each row becomes a block with the column's name before each value, so that nothing is cut. A table that is
 * still too wide scrolls by itself, and the page does not.
 */
export function Table<T>({ columns, rows, keyOf }: TableProps<T>) {
  const [named, ...others] = columns
  const classOf = ({ isNumber = false }: Column<T>) => (isNumber ? { className: 'tandem-number' } : {})
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard
    <section className="table-scroll" aria-label={columns.map(({ title }) => title).join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" {...classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{named.cell(row)}</th>
              {others.map((column) => (
                <td key={column.title} {...classOf(column)} data-title={column.title}>
                  <span>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
