import type { OpenApiDocument } from '@tandem/contracts'
import type { RequestHandler } from 'express'
import { AppError } from './app-error.ts'
import { documentedPaths } from './documented-paths.ts'

/** A misspelt filter must not pass for applied. Refuses URLs beyond UTF-8. */
export function knownQueryParameters(document: OpenApiDocument): RequestHandler {
  const paths = documentedPaths(document)
  return (req, _res, next) => {
    if (req.url.includes('%') && !isDecodable(req.url))
      throw new AppError('INVALID_REQUEST', 'The URL is not valid UTF-8')
    if (!req.url.includes('?')) return next()
    const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
    const known = paths.find(({ pattern, operations }) => method in operations && pattern.test(req.path))
    if (known === undefined) return next()
    const allowed = queryOf(known.operations[method])
    const issues = Object.keys(req.query)
      .filter((name) => !allowed.has(name))
      .map((path) => ({ path, message: 'is not a known field' }))
    if (issues.length === 0) return next()
    const message = issues.map(({ path }) => `${path}: is not a known field`).join('; ')
    throw new AppError('INVALID_REQUEST', message, { details: { issues } })
  }
}

const queryOf = (operation: unknown): ReadonlySet<string> => {
  const { parameters = [] } = operation as { parameters?: { in: string; name: string }[] }
  return new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
