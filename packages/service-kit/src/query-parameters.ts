import type { Operation } from '@tandem/contracts'
import type { RequestHandler } from 'express'
import { AppError } from './app-error.ts'
import { documentedPaths } from './documented-paths.ts'
import { invalidRequest } from './invalid-request.ts'

/**
 * Refuses query parameters that the operation does not document, so that a misspelt filter does not pass for an applied
 * one. A URL that is not UTF-8 is refused too.
 */
export function knownQueryParameters(operations: readonly Operation[]): RequestHandler {
  const paths = documentedPaths(operations)
  return (req, _res, next) => {
    if (req.url.includes('%') && !isDecodable(req.url))
      throw new AppError('INVALID_REQUEST', 'The URL is not valid UTF-8')
    if (!req.url.includes('?')) return next()
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const operation = paths
      .find((path) => path.operations.has(method) && path.pattern.test(req.path))
      ?.operations.get(method)
    if (operation === undefined) return next()
    const allowed = operation.query?.shape ?? {}
    const issues = Object.keys(req.query)
      .filter((name) => !Object.hasOwn(allowed, name))
      .map((path) => ({ path, message: 'is not a known field' }))
    if (issues.length === 0) return next()
    throw invalidRequest(issues)
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
