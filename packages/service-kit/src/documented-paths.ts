import type { Operation } from '@tandem/contracts'

export interface DocumentedPath {
  pattern: RegExp
  /** The operations of this path. Each key is an HTTP method in upper case. */
  operations: ReadonlyMap<string, Operation>
}

/** The paths of the API. Those without parameters come first, so that `/orders/user` is not taken for an order. */
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
