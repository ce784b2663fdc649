import type { z } from '@tandem/contracts'
import { type Issue, invalidRequest } from './invalid-request.ts'
import { plainIssue } from './plain-issue.ts'

/**
 * More entries than any honest request has. A schema would examine each of them, for some microseconds each, before it
 * refuses their number.
 */
const maxEntries = 1_000

const isCrowded = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.values(value)
  return entries.length > maxEntries || entries.some(isCrowded)
}

/**
 * Checks a value against a schema.
 *
 * @throws AppError `INVALID_REQUEST` with the first paths that fail. A ZodError from elsewhere is our own fault, and
 * ends as `INTERNAL`.
 */
export function decodeRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  if (isCrowded(value))
    throw invalidRequest([{ path: '', message: `has a list or an object of more than ${maxEntries} entries` }])
  const decoded = schema.safeParse(value ?? {}, { error: plainIssue })
  if (decoded.success) return decoded.data
  throw invalidRequest(decoded.error.issues.flatMap(flatten))
}

function flatten(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), message: 'is not a known field' }))
  return [{ path: dotted(issue.path), message: issue.message }]
}

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')
