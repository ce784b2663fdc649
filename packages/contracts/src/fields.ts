import type { z } from './zod.ts'

/**
 * Tells the compiler what a scalar of the wire is in the program: an amount is a `bigint`, a time
 * is a `Date`.
 */
export interface InProgram<T> {
  readonly '~inProgram': T
}

/** The name in the program of a field of the wire or of a column: `fee_bips` is `feeBips`. */
export type FieldName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Name

type ValueOf<Schema> =
  Schema extends InProgram<infer T>
    ? T
    : Schema extends z.ZodNullable<infer Inner>
      ? ValueOf<Inner> | null
      : Schema extends z.ZodDefault<infer Inner>
        ? ValueOf<Inner>
        : z.output<Schema>

/** The fields of an object of the wire, as the program has them. What is no scalar stays as it is on the wire. */
export type Fields<Schema extends z.ZodObject> = {
  readonly [Name in keyof Schema['shape'] & string as FieldName<Name>]: ValueOf<Schema['shape'][Name]>
}

/** @returns `feeBips` for `fee_bips`. */
export const fieldName = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const namesOf = new WeakMap<z.ZodObject, readonly (readonly [name: string, field: string])[]>()

function namesIn(schema: z.ZodObject): readonly (readonly [name: string, field: string])[] {
  const known = namesOf.get(schema)
  if (known !== undefined) return known
  const names = Object.keys(schema.shape).map((name) => [name, fieldName(name)] as const)
  namesOf.set(schema, names)
  return names
}

/** The fields that `Value` lacks, or has in another form. */
type Others<Schema extends z.ZodObject, Value> = {
  readonly [Name in keyof Fields<Schema> as Value extends { readonly [Same in Name]: Fields<Schema>[Name] }
    ? never
    : Name]: Fields<Schema>[Name]
}

/**
 * Writes an object of the wire from its fields in the program, in the order of its schema. Amounts become decimal
 * strings and times ISO 8601. What the schema does not name is left out.
 * @param others the fields that `value` lacks, or has in another form. They stand apart, because a copy of a large object with
 * twenty more fields takes V8 ten times as long as the rest of this function.
 */
export function encodeFields<Schema extends z.ZodObject, Value extends object>(
  schema: Schema,
  value: Value,
  others: Others<Schema, Value>,
): z.output<Schema> {
  const [fields, first] = [value, others] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]
  const wire: Record<string, unknown> = {}
  for (const [name, field] of namesIn(schema)) {
    const own = first[field]
    wire[name] = encoded(own === undefined ? fields[field] : own)
  }
  return wire as z.output<Schema>
}

function encoded(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Date ? value.toISOString() : value
}
