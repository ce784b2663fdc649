import type { SortDirection } from '../usecases/ports.ts'
import type { Created, Params } from './order-filter.ts'

/** Hours after its creation at which an order's last change belongs to the next class. */
const bounds = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

/** Of an order that changed last within an hour of its creation, as nearly all do. */
const promptClass = 1

/** Of an order that changed before its creation, by clocks that differ. */
const earlyClass = 0

/** The expression of the index `orders_late_idx`: how late after its creation an order changed last. */
const latenessOf = (order: string) =>
  `width_bucket(${order}.updated_at - ${order}.created_at, ARRAY[${bounds
    .map((hours) => `interval '${hours} hours'`)
    .join(', ')}])`

/** A thousand years. */
const unboundedHours = 8_766_000

type Walk = {
  /** The times between which all orders of the list were created, as far as they are known. */
  created: Created
  direction: SortDirection
  /** Rows from the list's beginning, or from the place to go on after. */
  limit: number
  /** A condition on `o`, and a join that leaves out what does not match. */
  matching: { readonly condition: string; readonly join: string }
  /** Conditions on `o` that say where to go on, and which changes are passed. */
  within: readonly (string | undefined)[]
  /** A further condition on `o`. */
  only: string | undefined
}

/**
 * Common table expressions of which `changed` has the identifiers of the first orders of a list by `updated_at`. The walk
 * begins where the first of those that changed within an hour of their creation may be, rather than with all orders that
 * others changed since. Orders that changed later are looked for in the index of such orders alone, by how late: each
 * class as far as the last of the first ones, or from as late as its orders may be.
 */
export function changedOrders({ created, direction, limit, matching, within, only }: Walk, { add }: Params): string {
  const isAscending = direction === 'asc'
  const end = isAscending ? created.after : created.before
  const from = (lateness: string) =>
    end === undefined ? [] : [`o.updated_at ${isAscending ? '>' : '<'} ${add(end)}::timestamptz + ${lateness}`]
  const order = (alias: string) => `ORDER BY ${alias}.updated_at ${direction}, ${alias}.order_id ${direction}`
  // With the offset PostgreSQL has to go in this order, and cannot read and sort all matches instead.
  const walk = (where: readonly string[]) => `SELECT o.order_id, o.updated_at
    FROM (SELECT * FROM orders o ${whereAll([...where, ...within])} ${order('o')} OFFSET 0) o ${matching.join}
    ${whereAll([`(${matching.condition})`, only])} ${order('o')} LIMIT ${limit}`
  const last = `(SELECT updated_at FROM prompt ORDER BY updated_at ${direction} OFFSET ${limit - 1} LIMIT 1)`
  const late = walk([
    `${latenessOf('o')} <> ${promptClass}`,
    `${latenessOf('o')} = class.number`,
    ...from('class.lateness'),
    `o.updated_at ${isAscending ? '<=' : '>='} coalesce(${last}, '${isAscending ? '' : '-'}infinity')`,
  ])
  return `prompt AS MATERIALIZED (${walk(from(`interval '${isAscending ? 0 : 1} hours'`))}),
    late AS MATERIALIZED (SELECT found.order_id
      FROM (VALUES ${lateClasses(isAscending)}) class (number, lateness), LATERAL (${late}) found),
    changed AS (SELECT order_id FROM prompt UNION SELECT order_id FROM late)`
}

/**
 * Selects, as `first`, a time before which no order was created that changed after `since`: exactly of the classes that
 * have fewer such orders than are read, and of every other one as if an order had changed as late as its class allows.
 *
 * @param since a placeholder of a time.
 * @param mostRead late orders of each class.
 */
export function firstChangedSince(since: string, mostRead: number): string {
  const late = `SELECT o.created_at FROM orders o WHERE ${latenessOf('o')} <> ${promptClass}
    AND ${latenessOf('o')} = class.number AND o.updated_at > ${since} ORDER BY o.updated_at, o.order_id LIMIT ${mostRead}`
  return `SELECT min(first) AS first FROM (
    SELECT ${since}::timestamptz - interval '1 hour' AS first UNION ALL
    SELECT CASE WHEN of_class.read < ${mostRead} THEN of_class.first
      ELSE greatest(${since}::timestamptz - class.lateness, (SELECT min(created_at) FROM orders)) END
    FROM (VALUES ${lateClasses(false)}) class (number, lateness),
      LATERAL (SELECT count(*) AS read, min(created_at) AS first FROM (${late}) late) of_class) firsts`
}

/**
 * Selects, as `last`, a time after which no order was created that changed up to `until`: that time itself, unless a clock
 * was set back. Null where more such orders are to be read than `mostRead`.
 *
 * @param until an expression of a time.
 */
export function lastChangedUntil(until: string, mostRead: number): string {
  const early = `SELECT o.created_at FROM orders o WHERE ${latenessOf('o')} <> ${promptClass}
    AND ${latenessOf('o')} = ${earlyClass} AND o.updated_at <= ${until} ORDER BY o.updated_at DESC, o.order_id DESC LIMIT ${mostRead}`
  return `SELECT CASE WHEN count(*) < ${mostRead} THEN greatest(${until}, max(created_at)) END AS last FROM (${early}) early`
}

/** Each class but the prompt one, with the least lateness of its orders, or the most. */
function lateClasses(isLeast: boolean): string {
  const hours = [-unboundedHours, ...bounds, unboundedHours]
  return hours
    .slice(0, -1)
    .map((least, number) => ({ number, hours: isLeast ? least : hours[number + 1] }))
    .filter(({ number }) => number !== promptClass)
    .map((one) => `(${one.number}, interval '${one.hours} hours')`)
    .join(', ')
}

function whereAll(conditions: readonly (string | undefined)[]): string {
  const given = conditions.filter((one) => one !== undefined)
  return given.length === 0 ? '' : `WHERE ${given.join(' AND ')}`
}
