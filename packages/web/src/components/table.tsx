import type { ReactNode } from 'react'

/** A column: the first one of a table names its rows. */
export interface Column<T> {
  title: string
  /** Numbers stand on the right. */
  isNumber?: boolean
  cell: (row: T) => ReactNode
}

interface TableProps<T> {
  columns: readonly [Column<T>, ...Column<T>[]]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/**
 * Rows under named columns. On a phone each row is a block of its own, with the column's name before each value: no letter
 * is cut. A table that is still wider than its place scrolls there, and not the page.
 */
export function Table<T>({ columns, rows, keyOf }: TableProps<T>) {
  const [named, ...others] = columns
  const classOf = ({ isNumber = false }: Column<T>) => (isNumber ? { className: 'tandem-number' } : {})
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by the keyboard
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
