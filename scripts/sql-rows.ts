/**
 * Asks a migrated PostgreSQL for the row types of every statement of the services, and writes them, and the columns of
 * tables from which statements are built. Fails for a statement that PostgreSQL refuses. With `--check` it writes nothing,
 * and fails when a committed file is stale. With `--after SQL` it checks the statements after such a migration, in the
 * databases that have its table.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
// This is imported before any module that makes statements, so that all statements are collected.
import { type CollectedStatement, collectStatements } from '../packages/service-kit/src/statement.ts'

const { check: isCheck, after } = parseArgs({
  options: { check: { type: 'boolean' }, after: { type: 'string' } },
}).values
const root = new URL('..', import.meta.url)

interface Target {
  readonly dir: string
  readonly schema: string
  readonly rows: string
  /** Tables whose columns the code must know at run time, because it builds statements from them. */
  readonly tables?: readonly string[]
}

/** The services and the shared statements. The latter are about tables that both services have. */
const targets: readonly Target[] = [
  { dir: 'packages/service-kit/src/', schema: 'orderbook', rows: 'rows.ts' },
  {
    dir: 'services/orderbook/src/',
    schema: 'orderbook',
    rows: 'db/rows.ts',
    tables: ['intents', 'orders', 'quotes'],
  },
  { dir: 'services/relayer/src/', schema: 'relayer', rows: 'db/rows.ts' },
]

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** The TypeScript type of each PostgreSQL type, as pg's own parsers read it. */
const typeOf: Record<string, string> = {
  ...{ bool: 'boolean', bytea: 'Uint8Array', date: 'Date', timestamptz: 'Date', json: 'unknown', jsonb: 'unknown' },
  ...{ int2: 'number', int4: 'number', float8: 'number', int8: 'string', numeric: 'string' },
  ...{ text: 'string', uuid: 'string', _text: 'string[]', _uuid: 'string[]', _float8: 'number[]' },
}

/** Has PostgreSQL parse a statement, without running it. */
const describe = (client: pg.Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Submittable)
  })

interface Catalog {
  readonly types: ReadonlyMap<number, string>
  /** The columns, by table and column number. */
  readonly columns: ReadonlyMap<
    string,
    { readonly table: string; readonly column: string; readonly isNullable: boolean }
  >
  readonly tables: ReadonlySet<string>
  /** The names in `column-types.ts`: a column of a table, or of a row. */
  readonly columnTypes: ReadonlySet<string>
  readonly used: Set<string>
}

async function catalogOf(client: pg.Client, columnTypes: string): Promise<Catalog> {
  const types = await client.query<{ oid: number; typname: string }>('SELECT oid, typname FROM pg_type')
  const columns = await client.query<{ id: string; table: string; column: string; isNullable: boolean }>(
    `SELECT attrelid || '.' || attnum AS id, relname AS table, attname AS column, NOT attnotnull AS "isNullable"
     FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid WHERE relkind = 'r' AND attnum > 0`,
  )
  const names = [...columnTypes.matchAll(/^ {2}'(\w+\.\w+)'/gm)].map(([, name = '']) => name)
  return {
    columnTypes: new Set(names),
    used: new Set(),
    types: new Map(types.rows.map(({ oid, typname }) => [oid, typname])),
    columns: new Map(columns.rows.map(({ id, ...column }) => [id, column])),
    tables: new Set(columns.rows.map(({ table }) => table)),
  }
}

/**
 * Whether a column is never null although PostgreSQL cannot say so: `count(*)`, `IS NULL`, and a `coalesce` that ends
 * with a value. Behind an outer join of a subquery none of them is sure.
 */
const isSurelySet = (text: string, name: string): boolean =>
  !/(LEFT|FULL|RIGHT) JOIN (LATERAL )?\(/.test(text) &&
  new RegExp(
    `(count\\(\\*\\)|IS (NOT )?NULL|coalesce\\([^;]*, ('[^']*'|-?\\d+)\\))(::\\w+)?\\)*(::\\w+)? AS "?${name}\\b`,
  ).test(text)

/**
 * Whether a table's row may be absent, because it is on the far side of an outer join. A function's columns belong to
 * no table.
 */
function isOuter(text: string, table: string, tables: ReadonlySet<string>): boolean {
  const joined = [...text.matchAll(/\b(LEFT|FULL|RIGHT) JOIN (?!\w+\()(\w*)/g)]
  return joined.some(([, kind, name = '']) => kind !== 'LEFT' || name === table || !tables.has(name))
}

function fieldType(field: Field, { name: row, text, neverNull }: CollectedStatement, catalog: Catalog): string {
  const type = typeOf[catalog.types.get(field.dataTypeID) ?? '']
  if (type === undefined) throw new Error(`column ${field.name} has a type that no row here has had`)
  const column = catalog.columns.get(`${field.tableID}.${field.columnID}`)
  const names = [`${row}.${field.name}`, `${column?.table}.${column?.column}`]
  const name = names.find((one) => catalog.columnTypes.has(one))
  if (name !== undefined) catalog.used.add(name)
  const plain = name === undefined ? type : `ColumnTypes['${name}']`
  const isNullable =
    column === undefined
      ? !isSurelySet(text, field.name)
      : column.isNullable || isOuter(text, column.table, catalog.tables)
  if (plain === 'unknown') return plain
  return isNullable && !neverNull.some((one) => one === '*' || one === field.name) ? `${plain} | null` : plain
}

async function rowOf(client: pg.Client, statement: CollectedStatement, catalog: Catalog): Promise<string> {
  try {
    const fields = await describe(client, statement.text)
    if (statement.name === undefined) return ''
    const absent = statement.neverNull.filter((one) => one !== '*' && !fields.some(({ name }) => name === one))
    if (absent.length > 0) throw new Error(`there is no column ${absent.join(', ')}`)
    // The types are in a map, because the driver keeps only the last of two columns with the same
    // name.
    const types = new Map(fields.map((field) => [field.name, fieldType(field, statement, catalog)]))
    return [...types].map(([name, type]) => `${name}: ${type}`).join('; ')
  } catch (error) {
    throw new Error(`${statement.name ?? 'a command'}: ${(error as Error).message}\n${statement.text}`, {
      cause: error,
    })
  }
}

async function rowsOf(client: pg.Client, statements: readonly CollectedStatement[], catalog: Catalog): Promise<string> {
  const rows = new Map<string, string>()
  for (const statement of statements) {
    const row = await rowOf(client, statement, catalog)
    const { name } = statement
    if (name === undefined) continue
    if ((rows.get(name) ?? row) !== row)
      throw new Error(`two statements are called ${name}, and answer other columns:\n${rows.get(name)}\n${row}`)
    rows.set(name, row)
  }
  const unused = [...catalog.columnTypes].filter((name) => !catalog.used.has(name))
  if (unused.length > 0) throw new Error(`column-types.ts names what no row has: ${unused.join(', ')}`)
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => `  ${name}: { ${row} }\n`)
    .join('')
}

const makesStatements = /import \{[^}]*\b(command|preparedCommand|statement|prepared|statementsOf)\b[^}]*\} from/

/**
 * Imports every module that makes statements. Each makes its own when it is imported, and `sample-statements.ts` makes
 * the others.
 */
async function collectOf({ dir }: (typeof targets)[number]): Promise<CollectedStatement[]> {
  const collected = collectStatements()
  collected.length = 0
  const files = readdirSync(new URL(dir, root), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  for (const file of files) {
    const path = new URL(dir + file, root)
    if (makesStatements.test(readFileSync(path, 'utf8'))) await import(path.href)
  }
  const samples = new URL(`${dir}../scripts/sample-statements.ts`, root)
  if (existsSync(samples)) await import(samples.href)
  return [...collected]
}

const undefinedTable = '42P01'
const header = `// Made by \`npm run generate\` from the statements and the migrations. Do not edit.\n`

async function main(): Promise<void> {
  collectStatements()
  const server = await startPostgres({ fast: true })
  try {
    for (const schema of ['orderbook', 'relayer']) {
      const databaseUrl = await server.createDatabase(schema)
      await applyMigrations({
        databaseUrl,
        migrationsDir: new URL(`services/${schema}/prisma/migrations`, root).pathname,
      })
      if (after !== undefined) await migrateOn(databaseUrl, after)
    }
    for (const target of targets) await writeRows(target, server.url(target.schema))
  } finally {
    await server.stop()
  }
}

async function migrateOn(url: string, migration: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query(migration)
    .catch((error: pg.DatabaseError) => (error.code === undefinedTable ? undefined : Promise.reject(error)))
    .finally(() => client.end())
}

/** Each table's columns and their SQL types, in the order of the table. */
async function columnsOf(client: pg.Client, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT relname AS table, attname AS column, typname AS type
     FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid JOIN pg_type ON atttypid = pg_type.oid
     WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND relname = ANY($1) ORDER BY relname, attnum`,
    [tables],
  )
  const linesOf = (table: string) =>
    rows.filter((row) => row.table === table).map(({ column, type }) => `    ${column}: '${type}',\n`)
  return `export const columns = {\n${tables.map((table) => `  ${table}: {\n${linesOf(table).join('')}  },\n`).join('')}} as const\n`
}

async function writeRows(target: Target, url: string): Promise<void> {
  const statements = await collectOf(target)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const file = new URL(target.dir + target.rows, root)
  const typesFile = new URL('column-types.ts', file)
  const types = existsSync(typesFile) ? readFileSync(typesFile, 'utf8') : ''
  try {
    const rows = await rowsOf(client, statements, await catalogOf(client, types))
    const imports = types === '' ? '' : "import type { ColumnTypes } from './column-types.ts'\n"
    write(`${target.dir}${target.rows}`, `${header}${imports}\nexport type Rows = {\n${rows}}\n`)
    const { tables } = target
    if (tables !== undefined) write(`${target.dir}columns.ts`, `${header}\n${await columnsOf(client, tables)}`)
  } finally {
    await client.end()
  }
}

function write(path: string, text: string): void {
  const file = new URL(path, root)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  if (!isCheck) writeFileSync(file, text)
  else throw new Error(`${path} is stale: run npm run generate`)
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
// The process exits here, because the migration engine leaves a timer behind.
process.exit()
