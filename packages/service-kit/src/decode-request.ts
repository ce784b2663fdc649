import type { z } from '@tandem/contracts'
import { AppError } from './app-error.ts'
import { plainIssue } from './plain-issue.ts'

/**
 * Decodes what a client sent (a body, a query, path parameters) by its wire schema or codec.
 * @throws AppError `INVALID_REQUEST` that names every failing path. A ZodError thrown anywhere else is a fault of ours
 * or of an upstream, and is answered as one.
 */
export function decodeRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const decoded = schema.safeParse(value ?? {}, { error: plainIssue })
  if (decoded.success) return decoded.data
  const issues = decoded.error.issues.flatMap(flatten)
  const message = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new AppError('INVALID_REQUEST', message, { details: { issues } })
}

/** An entry per failing path. Each unknown key is reported under its own path. */
function flatten(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), message: 'is not a known field' }))
  return [{ path: dotted(issue.path), message: issue.message }]
}

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')
