import type { z } from '@tandem/contracts'
import { AppError } from './app-error.ts'
import { plainIssue } from './plain-issue.ts'

/** @throws AppError `INVALID_REQUEST` with every failing path. A ZodError from elsewhere is our own fault. */
export function decodeRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const decoded = schema.safeParse(value ?? {}, { error: plainIssue })
  if (decoded.success) return decoded.data
  const issues = decoded.error.issues.flatMap(flatten)
  const message = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new AppError('INVALID_REQUEST', message, { details: { issues } })
}

function flatten(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), message: 'is not a known field' }))
  return [{ path: dotted(issue.path), message: issue.message }]
}

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')
