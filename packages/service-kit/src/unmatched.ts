import type { Operation } from '@tandem/contracts'
import type { RequestHandler } from 'express'
import { AppError } from './app-error.ts'
import { documentedPaths } from './documented-paths.ts'

/** Answers 405 with `Allow` on a documented path, and 404 elsewhere. */
export function unmatched(operations: readonly Operation[]): RequestHandler {
  const paths = documentedPaths(operations)
  return (req, res) => {
    const methods = new Set(
      paths.filter(({ pattern }) => pattern.test(req.path)).flatMap((path) => [...path.operations.keys()]),
    )
    if (methods.size === 0 || methods.has(req.method)) throw new AppError('NOT_FOUND', 'There is nothing at this path')
    if (methods.has('GET')) methods.add('HEAD')
    const allowed = [...methods].join(', ')
    res.set('Allow', allowed)
    throw new AppError('METHOD_NOT_ALLOWED', `This path takes ${allowed}`)
  }
}
