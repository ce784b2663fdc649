import type { z } from '@tandem/contracts'
import { type Issue, invalidRequest } from './invalid-request.ts'
import { plainIssue } from './plain-issue.ts'

/** @throws AppError `INVALID_REQUEST` with the first failing paths. A ZodError from elsewhere is our own fault. */
export function decodeRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
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
