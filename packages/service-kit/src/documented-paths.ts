import type { OpenApiDocument } from '@tandem/contracts'

/** A path of the document: how its requests look, and its operations by method. */
export interface DocumentedPath {
  pattern: RegExp
  operations: Record<string, unknown>
}

/** The paths of a document, first the ones without parameters: `/orders/user` is no order. */
export function documentedPaths({ paths }: OpenApiDocument): readonly DocumentedPath[] {
  const parameters = (path: string) => path.split('{').length
  return Object.entries(paths)
    .sort(([one], [other]) => parameters(one) - parameters(other))
    .map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
      operations,
    }))
}
