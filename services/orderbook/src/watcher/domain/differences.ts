/** What the database holds, and what it should hold by its events. */
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

/** Whole numbers of the database are `bigint`, and times are objects: both compare by what they say. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Date ? value.toISOString() : (value ?? null)
}
