import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that people install, in the order in which they build: each needs the types of those before it. */
export const publicPackages = ['rules', 'contracts', 'escrow', 'chain', 'sdk', 'react'] as const

/** The same, and the command lines, which are run and not imported. */
export const packedPackages = [...publicPackages, 'cli', 'conformance'] as const

/** The packages that an application brings itself, in the versions of the examples. */
const besides = ['viem', 'react', 'react-dom', '@types/react', '@tanstack/react-query'] as const

const versionOf = (name: string): string => {
  const manifest = new URL(`../packages/examples/node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/**
 * The tarball of a package.
 *
 * @param folder that packages were packed into.
 */
export function tarballOf(folder: string, name: string): string {
  const file = readdirSync(folder).find((one) => one.startsWith(`tandem-${name}-`) && one.endsWith('.tgz'))
  if (file === undefined) throw new Error(`there is no tarball of ${name} in ${folder}`)
  return join(folder, file)
}

/**
 * The manifest of a project that has nothing but public packages and what they want beside them.
 *
 * @param rangeOf says which version of a package, or which file, is installed.
 */
export const projectManifest = (rangeOf: (name: string) => string, names: readonly string[] = publicPackages) => ({
  name: 'project',
  private: true,
  type: 'module',
  dependencies: {
    ...Object.fromEntries(names.map((name) => [`@tandem/${name}`, rangeOf(name)])),
    ...Object.fromEntries(besides.map((name) => [name, versionOf(name)])),
  },
})
