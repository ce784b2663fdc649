/**
 * The text of an SQL statement. Its type also says what its rows look like, which
 * `scripts/sql-rows.ts` asks PostgreSQL for.
 */
export type Statement<Row = never> = string & { readonly row: Row }

export interface CollectedStatement {
  /** The name of the row's type; `undefined` where no column of the answer is read. */
  readonly name: string | undefined
  readonly text: string
  readonly neverNull: readonly string[]
}

const preparedNames = new Map<string, string>()

/**
 * Prepares the statement by name, so that PostgreSQL plans it once per connection. Unsuitable for lists, whose best
 * plan depends on the values.
 */
export function prepared<Text extends string>(text: Text): Text {
  if (!preparedNames.has(text)) preparedNames.set(text, `tandem_${preparedNames.size + 1}`)
  return text
}

export const preparedName = (text: string): string | undefined => preparedNames.get(text)

let collected: CollectedStatement[] | undefined

/** Collects the statements that are made from now on, for `scripts/sql-rows.ts`. */
export function collectStatements(): CollectedStatement[] {
  collected ??= []
  return collected
}

type NameIn<Row extends string> = Row extends `${infer Name} ${string}` ? Name : Row

type Named<Rows> = <Row extends string>(
  row: Row & (NameIn<Row> extends keyof Rows ? unknown : keyof Rows),
) => (text: string) => Statement<Rows[NameIn<Row> & keyof Rows]>

/**
 * `statement('name column …')(text)` names the row of a statement, and those of its columns that are never null
 * although PostgreSQL cannot say so. `*` stands for all columns. Texts of the same name answer the same columns.
 */
export function statementsOf<Rows>(): { statement: Named<Rows>; prepared: Named<Rows> } {
  const statement: Named<Rows> = (row) => (text) => {
    collected?.push(named(row.split(' '), text))
    return text as Statement<never>
  }
  return { statement, prepared: (row) => (text) => prepared(statement(row)(text)) }
}

const named = ([name, ...neverNull]: string[], text: string): CollectedStatement => ({ name, text, neverNull })

export function command(text: string): Statement {
  collected?.push({ name: undefined, text, neverNull: [] })
  return text as Statement
}

export const preparedCommand = (text: string): Statement => prepared(command(text))
