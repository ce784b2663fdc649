/** A field whose stored value differs from the one that follows from the events. */
export type FieldDifference = { readonly name: string; readonly stored: unknown; readonly expected: unknown }

/** Compares what is expected with a stored row, field by field, in the order of the fields' names. */
export function differencesOf(
  stored: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  return Object.keys(expected)
    .sort()
    .map((name) => ({ name, stored: plain(stored[name]), expected: plain(expected[name]) }))
    .filter((one) => one.stored !== one.expected)
}

/** Makes values comparable: the database returns whole numbers as `bigint` and times as objects. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Date ? value.toISOString() : (value ?? null)
}
