import winston from 'winston'
import { gatheredStdout } from './gathered-stdout.ts'
import { redact, redactText } from './redact.ts'
import { currentRequestId } from './request-context.ts'
import { currentTraceId } from './tracing.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'
export type LogFields = Record<string, unknown>

/**
 * Logs events. Each has a short dotted name, and its facts are fields. Secrets are masked by
 * `redact`.
 */
export interface Logger {
  error(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  debug(event: string, fields?: LogFields): void
  child(fields: LogFields): Logger
}

export interface LoggerOptions {
  service: string
  level: LogLevel
  /** By default `pretty` where a person reads at a terminal, and `json` elsewhere. */
  format?: 'json' | 'pretty'
  stream?: NodeJS.WritableStream
}

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
  // The fields are nested, because winston gives `message` and `level` a meaning of its own.
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

const message = Symbol.for('message')

/**
 * How many bytes a line may have. Errors bring their stack and causes; a line that a request causes must stay small.
 */
const maxBytesOf = (level: string): number => (level === 'error' || level === 'warn' ? 16_384 : 4_096)
const longestKeptField = 100

/** Shortens a line that is too long: its short fields stay, and the beginning of the others is kept as one text. */
function bounded(line: Line): string {
  const text = JSON.stringify(line)
  const most = maxBytesOf(line.level)
  // A character takes up to three bytes.
  if (text.length * 3 <= most) return text
  const bytes = Buffer.byteLength(text)
  if (bytes <= most) return text
  const fields = Object.entries(line)
  const isShort = ([, value]: [string, unknown]) => JSON.stringify(value ?? null).length <= longestKeptField
  const others = Object.fromEntries(fields.filter((field) => !isShort(field)))
  const cut = JSON.stringify(others).slice(0, most / 5)
  return JSON.stringify({ ...Object.fromEntries(fields.filter(isShort)), cut, bytes })
}

const json = winston.format((entry, service: unknown) => {
  entry[message] = bounded(lineOf(entry, String(service)))
  return entry
}) as unknown as (service: string) => winston.Logform.Format

const reserved = ['time', 'level', 'message', 'service', 'request_id', 'trace_id']

/** Renames reserved names: a field `level` becomes `field_level`. */
function withoutReserved(fields: LogFields): LogFields {
  if (!reserved.some((key) => key in fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [reserved.includes(key) ? `field_${key}` : key, value]),
  )
}

const pretty = winston.format((entry, service: unknown) => {
  const { time, level, message: event, service: from, ...fields } = lineOf(entry, String(service))
  const facts = Object.entries(fields).map(([key, value]) => `${key}=${inline(value)}`)
  const line = `${String(time).slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${from} ${event} ${facts.join(' ')}`
  entry[message] = line.trimEnd().slice(0, maxBytesOf(level))
  return entry
}) as unknown as (service: string) => winston.Logform.Format

const inline = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
