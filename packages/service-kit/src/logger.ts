import winston from 'winston'
import { gatheredStdout } from './gathered-stdout.ts'
import { redact, redactText } from './redact.ts'
import { currentRequestId } from './request-context.ts'
import { currentTraceId } from './tracing.ts'

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
  /** `json`: one object per line. `pretty`: for a person. By default as stdout is read: pretty at a terminal. */
  format?: 'json' | 'pretty'
  /** By default stdout. */
  stream?: NodeJS.WritableStream
}

/** A winston logger to stdout that redacts secrets and names the request each line belongs to. */
export function createLogger({
  service,
  level,
  format = byReader(),
  stream = gatheredStdout(),
}: LoggerOptions): Logger {
  const write = winston.createLogger({
    level,
    format: format === 'json' ? json(service) : pretty(service),
    transports: [new winston.transports.Stream({ stream })],
  })
  return bind(write, {})
}

const byReader = () => (process.stdout.isTTY ? 'pretty' : 'json')

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

type Line = { level: string; message: string; [field: string]: unknown }

function lineOf(entry: winston.Logform.TransformableInfo, service: string): Line {
  const requestId = currentRequestId()
  const traceId = currentTraceId()
  return {
    time: new Date().toISOString(),
    level: entry.level,
    message: redactText(String(entry.message)),
    service,
    ...(requestId === undefined ? {} : { request_id: redactText(requestId) }),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...withoutReserved(redact(entry.fields) as LogFields),
  }
}

/** The line that winston's transports write. */
const message = Symbol.for('message')

/** `redact` left nothing that JSON cannot carry, so neither a replacer nor a second pass is needed. */
const json = winston.format((entry, service: unknown) => {
  entry[message] = JSON.stringify(lineOf(entry, String(service)))
  return entry
}) as unknown as (service: string) => winston.Logform.Format

const reserved = ['time', 'level', 'message', 'service', 'request_id', 'trace_id']

/** A field must not pass for the line's own: `level` becomes `field_level`. */
function withoutReserved(fields: LogFields): LogFields {
  if (!reserved.some((key) => key in fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [reserved.includes(key) ? `field_${key}` : key, value]),
  )
}

const pretty = winston.format((entry, service: unknown) => {
  const { time, level, message: event, service: from, ...fields } = lineOf(entry, String(service))
  const facts = Object.entries(fields).map(([key, value]) => `${key}=${inline(value)}`)
  entry[message] =
    `${String(time).slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${from} ${event} ${facts.join(' ')}`.trimEnd()
  return entry
}) as unknown as (service: string) => winston.Logform.Format

const inline = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
