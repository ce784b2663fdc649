import { DatabaseTimeoutError } from './postgres-pool.ts'

/**
 * SQLSTATEs of a PostgreSQL that cannot serve now: connection failures, exhausted resources, operator intervention,
 * lock timeouts, and deadlocks.
 */
const outageState = /^(08|53|57)|^(25P03|40001|40P01|55P03)$/

/** The same causes, as Prisma's client codes them. */
const prismaOutage = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])

/** The same causes, as Prisma's driver adapter names them. */
const adapterOutage = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'],
  ...['TooManyConnections', 'TransactionWriteConflict'],
])

const socketFailure = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
])

/** Messages of the driver's errors that have no code. */
const driverMessage =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

export const isDatabaseOutage = (error: unknown): boolean =>
  holds(error, (one) => {
    if (one instanceof DatabaseTimeoutError) return true
    const { code, message, originalCode, kind } = one
    if ([code, originalCode].some(isOutageCode)) return true
    if (typeof kind === 'string' && adapterOutage.has(kind)) return true
    return typeof message === 'string' && driverMessage.test(message)
  })

/**
 * Whether PostgreSQL ended a statement because it ran longer than its session allows. PostgreSQL
 * itself works.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  holds(error, ({ code, originalCode }) => code === '57014' || originalCode === '57014')

/** Whether `passes` holds for an error, or for one of those that caused it. */
function holds(error: unknown, passes: (error: Record<string, unknown>) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  if (passes(error as Record<string, unknown>)) return true
  const { cause, meta, errors } = error as Record<string, unknown>
  const inner = [cause, meta, (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError]
  // An AggregateError holds one error for each address of the host that was tried.
  return [...inner, ...(Array.isArray(errors) ? errors : [])].some((one) => holds(one, passes, depth + 1))
}

const isOutageCode = (code: unknown): boolean =>
  typeof code === 'string' &&
  (prismaOutage.has(code) || socketFailure.has(code) || (code.length === 5 && outageState.test(code)))
