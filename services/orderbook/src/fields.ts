import { fieldName } from '@tandem/contracts'
import { columns } from './columns.ts'

/**
 * Maps the columns of the database to the fields of the program. `npm run generate` reads the columns from a migrated
 * database, so that a new column is selected, inserted and decoded without being named here.
 */

type Table = keyof typeof columns
type Field = { readonly column: string; readonly name: string; readonly type: string }
type Values = Readonly<Record<string, unknown>>

/** Columns that are older than the name of their field on the wire. */
const otherNames: Readonly<Record<string, string>> = {
  bridge_delivery_tx_hash: 'deliveryTxHash',
  bridge_delivered_at: 'deliveredAt',
}

const fieldsOf = (table: Table): readonly Field[] =>
  Object.entries(columns[table]).map(([column, type]) => ({
    column,
    name: otherNames[column] ?? fieldName(column),
    type,
  }))

const fields = { intents: fieldsOf('intents'), orders: fieldsOf('orders'), quotes: fieldsOf('quotes') }

/** How to decode values that are text in JSON. Amounts are text, because as JSON numbers they would lose digits. */
const decoders: Readonly<Record<string, (text: string) => unknown>> = {
  numeric: BigInt,
  timestamptz: (text) => new Date(text),
}

/** The columns of a table, named for `INSERT`: `*` would write the columns of a later release as null. */
export const columnsOf = (table: Table): string[] => fields[table].map(({ column }) => column)

/**
 * The column of a field.
 * @throws Error when no column belongs to the field.
 */
export function columnName(table: Table, name: string): string {
  const field = fields[table].find((one) => one.name === name)
  if (field === undefined) throw new Error(`${table} has no column for ${name}`)
  return field.column
}

/** The SQL types of the columns that belong to the named fields, by column. */
export const typesOf = (table: Table, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => {
      const column = columnName(table, name)
      return [column, (columns[table] as Record<string, string>)[column] ?? '']
    }),
  )

/**
 * Arguments of `json_build_object` that write columns under the names of their fields, for {@link decodeRow}.
 * @param alias the table's alias in the query.
 */
export const jsonFields = (table: Table, alias: string, isWanted: (name: string) => boolean = () => true): string =>
  fields[table]
    .filter(({ name }) => isWanted(name))
    .map(({ column, name, type }) => `'${name}', ${alias}.${column}${type === 'numeric' ? '::text' : ''}`)
    .join(', ')

const decoded = (table: Table) =>
  fields[table].flatMap(({ name, type }) => {
    const decode = decoders[type]
    return decode === undefined ? [] : [{ name, decode }]
  })
const toDecode = { intents: decoded('intents'), orders: decoded('orders'), quotes: decoded('quotes') }

/**
 * Turns the JSON of {@link jsonFields} into values of the program. The row is changed in place to save time, because every
 * answer with orders decodes rows.
 */
export function decodeRow(table: Table, row: Record<string, unknown>): void {
  for (const { name, decode } of toDecode[table]) {
    const value = row[name]
    if (typeof value === 'string') row[name] = decode(value)
  }
}

/**
 * Writes a row, keyed by column, as `jsonb_populate_record` takes it. A column without a value is left out, which PostgreSQL reads
 * as null: more than half of a new order's columns have none, and would be most of the work of writing and reading the JSON.
 * @param others fields that `values` lacks, or has in another form: a copy with all of them would take V8 ten times as long.
 */
export function rowOf(table: Table, values: object, others: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const { column, name } of fields[table]) {
    const own = others[name]
    const value = encoded(own === undefined ? (values as Values)[name] : own)
    if (value !== null) row[column] = value
  }
  return row
}

/** Writes only the columns of the given fields, for an update. */
export function columnsOfValues(table: Table, values: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const { column, name } of fields[table]) if (name in values) row[column] = encoded(values[name])
  return row
}

/** Reads a row that {@link rowOf} wrote. A column that was added after the row was written is null. */
export function valuesOfRow(table: Table, row: Values): Record<string, unknown> {
  const values = Object.fromEntries(fields[table].map(({ column, name }) => [name, row[column] ?? null]))
  decodeRow(table, values)
  return values
}

const encoded = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : (value ?? null))
