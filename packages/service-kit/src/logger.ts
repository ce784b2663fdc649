import winston from 'winston'
import { redact, redactText } from './redact.ts'
import { currentRequestId } from './request-context.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'
export type LogFields = Record<string, unknown>

/** Logs an event (a short dotted name) with its facts as fields. Values may be anything: see `redact`. */
export interface Logger {
  error(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  debug(event: string, fields?: LogFields): void
  /** A logger whose every line carries these fields too. */
  child(fields: LogFields): Logger
}

export interface LoggerOptions {
  service: string
  level: LogLevel
  /** `json`: one object per line. `pretty`: for a person at a terminal. */
  format: 'json' | 'pretty'
  /** By default stdout. */
  stream?: NodeJS.WritableStream
}

/** A winston logger to stdout that redacts secrets and names the request each line belongs to. */
export function createLogger({ service, level, format, stream = process.stdout }: LoggerOptions): Logger {
  const write = winston.createLogger({
    level,
    format: format === 'json' ? winston.format.combine(line(service), winston.format.json()) : pretty(service),
    transports: [new winston.transports.Stream({ stream })],
  })
  return bind(write, {})
}

function bind(write: winston.Logger, bound: LogFields): Logger {
  // The fields travel under one key: winston gives `message` and `level` among them a meaning of its own.
  const log = (level: LogLevel) => (event: string, fields?: LogFields) => {
    write.log({ level, message: event, fields: { ...bound, ...fields } })
  }
  return {
    error: log('error'),
    warn: log('warn'),
    info: log('info'),
    debug: log('debug'),
    child: (fields) => bind(write, { ...bound, ...fields }),
  }
}

const line = winston.format((entry, service) => {
  const requestId = currentRequestId()
  return {
    time: new Date().toISOString(),
    [Symbol.for('level')]: entry.level,
    level: entry.level,
    message: redactText(String(entry.message)),
    service,
    ...(requestId === undefined ? {} : { request_id: redactText(requestId) }),
    ...withoutReserved(redact(entry.fields) as LogFields),
  }
}) as unknown as (service: string) => winston.Logform.Format

const reserved = ['time', 'level', 'message', 'service', 'request_id']

/** A field must not pass for the line's own: `level` becomes `field_level`. */
function withoutReserved(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [reserved.includes(key) ? `field_${key}` : key, value]),
  )
}

function pretty(service: string): winston.Logform.Format {
  return winston.format.combine(
    line(service),
    winston.format.printf(({ time, level, message, service: from, ...fields }) => {
      const facts = Object.entries(fields).map(([key, value]) => `${key}=${inline(value)}`)
      return `${String(time).slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${from} ${message} ${facts.join(' ')}`.trimEnd()
    }),
  )
}

const inline = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
