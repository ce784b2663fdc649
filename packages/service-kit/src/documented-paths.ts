import type { OpenApiDocument } from '@tandem/contracts'

export interface DocumentedPath {
  pattern: RegExp
  operations: Record<string, unknown>
}

/** Paths without parameters first: `/orders/user` is no order. */
export function documentedPaths({ paths }: OpenApiDocument): readonly DocumentedPath[] {
  const parameters = (path: string) => path.split('{').length
  return Object.entries(paths)
    .sort(([one], [other]) => parameters(one) - parameters(other))
    .map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
      operations,
    }))
}
