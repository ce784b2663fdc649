import type { Operation } from '@tandem/contracts'

export interface DocumentedPath {
  pattern: RegExp
  /** By method in upper case. */
  operations: ReadonlyMap<string, Operation>
}

/** Paths without parameters first: `/orders/user` is no order. */
export function documentedPaths(operations: readonly Operation[]): readonly DocumentedPath[] {
  const parameters = (path: string) => path.split('{').length
  const paths = [...new Set(operations.map(({ path }) => path))]
  return paths
    .sort((one, other) => parameters(one) - parameters(other))
    .map((path) => ({
      pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
      operations: new Map(
        operations.filter((one) => one.path === path).map((one) => [one.method.toUpperCase(), one] as const),
      ),
    }))
}
