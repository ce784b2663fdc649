import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { int32, message, PreparedStatements, rowsOf } from './prepared-statements.ts'
import { type Context, currentContext, currentProcess, outside, type Timeline } from './timeline.ts'

/** Milliseconds that a statement takes, there and back. */
const statementMs = 1

const idle = message('Z', Buffer.from('I'))
const greeting = Buffer.concat([
  message('R', int32(0)),
  ...[
    ['server_version', '18.0'],
    ['server_encoding', 'UTF8'],
    ['client_encoding', 'UTF8'],
    ['DateStyle', 'ISO, MDY'],
    ['TimeZone', 'UTC'],
    ['integer_datetimes', 'on'],
    ['standard_conforming_strings', 'on'],
  ].map(([name = '', value = '']) => message('S', name, value)),
  message('K', int32(1), int32(1)),
  idle,
])

interface Batch {
  connection: Connection
  messages: Buffer[]
  /** The context of whoever asks. */
  context: Context
}

/**
 * PostgreSQL in this process, behind what a pooler in transaction mode is in production. It has one session. From the
 * beginning of a transaction to its end the session belongs to one connection, and otherwise to each connection for one
 * statement.
 */
export class Database {
  readonly #pglite: PGlite
  readonly #statements = new PreparedStatements()
  #timeline: Timeline | undefined
  #owner: Connection | undefined
  #waiting: Batch[] = []
  #isBusy = false
  /** Connections that hold the session's advisory locks. */
  readonly #locking = new Set<Connection>()

  private constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Starts with the migrations of a service applied, out of a folder that keeps such a database from run to run. */
  static async start(migrationsDir: string, cacheDir: string): Promise<Database> {
    const folders = readdirSync(migrationsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const names = folders.map(({ name }) => name).sort()
    const scripts = names.map((name) => readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8'))
    const key = createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 16)
    const file = join(cacheDir, `${key}.tar`)
    if (existsSync(file)) return new Database(await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) }))
    const pglite = await PGlite.create()
    for (const script of scripts) await pglite.exec(script)
    const dump = await pglite.dumpDataDir('none')
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${file}.${process.pid}`, file)
    return new Database(pglite)
  }

  /** Empties every table, and sets every sequence back to its start. */
  reset(timeline: Timeline): void {
    this.#timeline = timeline
    this.#owner = undefined
    this.#waiting = []
    this.#isBusy = false
    this.#locking.clear()
    this.#clean = []
    this.#say('ROLLBACK')
    this.#say('SELECT pg_advisory_unlock_all(); SET plan_cache_mode = force_generic_plan; SET synchronous_commit = off')
    this.#say(`
      DO $$ DECLARE one record; filled text := ''; is_filled boolean; BEGIN
        FOR one IN SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public' LOOP
          EXECUTE 'SELECT EXISTS (SELECT 1 FROM ' || one.name || ')' INTO is_filled;
          IF is_filled THEN filled := filled || ',' || one.name; END IF;
        END LOOP;
        IF filled <> '' THEN EXECUTE 'TRUNCATE ' || substr(filled, 2) || ' CASCADE'; END IF;
        FOR one IN SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname = 'public' LOOP
          EXECUTE 'ALTER SEQUENCE ' || one.name || ' RESTART';
        END LOOP;
      END $$`)
  }

  /** Reads rows that are committed, or that the transaction which has the session now sees. Each column is a text. */
  read(statement: string): string[][] {
    const known = this.#reads.get(statement)
    const name = known ?? `read${this.#reads.size}`
    if (known === undefined) this.#say(`PREPARE ${name} AS ${statement}`)
    this.#reads.set(statement, name)
    return rowsOf(this.#say(`EXECUTE ${name}`))
  }
  readonly #reads = new Map<string, string>()

  #say(statement: string): Buffer {
    const answer = this.#ask(message('Q', statement))
    if (answer[0] === 'E'.charCodeAt(0)) throw new Error(`${statement}: ${answer}`)
    return answer
  }

  /** Asks at once, without PGlite's own parsing of the answer. */
  #ask(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    const onRawData = (part: Uint8Array) => parts.push(Buffer.from(part))
    void this.#pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  }

  close(): Promise<void> {
    return this.#pglite.close()
  }

  take(batch: Batch): void {
    this.#waiting.push(batch)
    this.#next()
  }

  /** Ends a connection: its transaction is rolled back, and its locks are freed. */
  leave(connection: Connection): void {
    this.#waiting = this.#waiting.filter((one) => one.connection !== connection)
    const clean = [
      ...(this.#owner === connection ? ['ROLLBACK'] : []),
      ...(this.#locking.delete(connection) ? ['SELECT pg_advisory_unlock_all()'] : []),
    ]
    if (this.#owner === connection) this.#owner = undefined
    if (clean.length > 0) this.#clean.push(clean.join(';'))
    this.#next()
  }
  #clean: string[] = []

  #next(): void {
    if (this.#isBusy) return
    const at = this.#waiting.findIndex(({ connection }) => this.#owner === undefined || connection === this.#owner)
    const [batch] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (batch === undefined && this.#clean.length === 0) return
    this.#isBusy = true
    // Runs outside of any process, because the session's time is the world's: a process that dies meanwhile does not
    // take its statement back.
    this.#timeline?.in(batch === undefined ? 0 : statementMs, () => this.#run(batch), outside)
  }

  #run(batch: Batch | undefined): void {
    for (const statement of this.#clean.splice(0)) this.#say(statement)
    if (batch !== undefined && !batch.connection.isGone) {
      const { connection, messages, context } = batch
      const answer = this.#statements.ask(messages, (bytes) => this.#ask(bytes))
      if (messages.some(isLocking)) this.#locking.add(connection)
      this.#owner = isInTransaction(answer) ? connection : undefined
      if (connection.isGone) this.leave(connection)
      else this.#timeline?.in(0, () => connection.hear(answer), context)
    }
    this.#isBusy = false
    this.#next()
  }
}

const isLocking = (one: Buffer): boolean => one.includes('pg_try_advisory_lock(') || one.includes('pg_advisory_lock(')

/** Whether a transaction is open, by the last message of an answer, which says that the server is ready. */
const isInTransaction = (answer: Buffer): boolean => answer.at(-1) !== 'I'.charCodeAt(0)

/** A client's end of a connection, which stands for a socket. */
class Connection extends Duplex {
  readonly #database: Database
  #heard: Buffer = Buffer.alloc(0)
  #gathered: Buffer[] = []
  #isGreeted = false
  isGone = false

  constructor(database: Database) {
    super()
    this.#database = database
    currentProcess()?.onDeath.add(() => this.#go())
    this.once('close', () => this.#go())
  }
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  #go(): void {
    if (this.isGone) return
    this.isGone = true
    this.#database.leave(this)
  }

  hear(answer: Buffer): void {
    this.push(answer)
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#heard = this.#heard.length === 0 ? chunk : Buffer.concat([this.#heard, chunk])
    this.#split()
    done()
  }

  #split(): void {
    for (;;) {
      const typed = this.#isGreeted ? 1 : 0
      if (this.#heard.length < typed + 4) return
      const length = this.#heard.readInt32BE(typed) + typed
      if (this.#heard.length < length) return
      const one = this.#heard.subarray(0, length)
      this.#heard = this.#heard.subarray(length)
      if (!this.#isGreeted) {
        this.#isGreeted = true
        this.push(greeting)
        continue
      }
      const type = String.fromCharCode(one[0] as number)
      if (type === 'X') return void this.destroy()
      this.#gathered.push(one)
      if (type !== 'S' && type !== 'Q') continue
      this.#database.take({ connection: this, messages: this.#gathered, context: currentContext() })
      this.#gathered = []
    }
  }
}

const databases = new Map<number, Database>()
/** The database that connections to this port reach. */
export const listenAt = (port: number, database: Database): void => {
  databases.set(port, database)
}

/** The connections of `pg` reach the databases of this process, by their ports. */
export function simulateConnections(): void {
  const prototype = (
    pg as unknown as { Connection: { prototype: { connect(port: number, host: string): void; stream: unknown } } }
  ).Connection.prototype
  const connect = prototype.connect
  prototype.connect = function (this: typeof prototype, port, host) {
    const database = databases.get(port)
    if (database === undefined) throw new Error(`there is no database at port ${port}`)
    this.stream = new Connection(database)
    connect.call(this, port, host)
  }
}
