import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The public packages, in the order in which they are built. */
export const publicPackages = ['contracts', 'escrow', 'chain', 'sdk', 'react'] as const

/** The public packages and the command lines, which nobody imports. */
export const packedPackages = [...publicPackages, 'cli', 'mcp'] as const

/** A package's name on npm. */
export const npmNameOf = (name: string): string => `@tandem/${name}`

/** The packages that an application brings itself. */
const besides = ['viem', 'react', 'react-dom', '@types/react', '@tanstack/react-query'] as const

const versionOf = (name: string): string => {
  const manifest = new URL(`../packages/examples/node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

export function tarballOf(folder: string, name: string): string {
  const file = readdirSync(folder).find(
    (one) => one.startsWith(`${npmNameOf(name).replace(/^@(.*)\//, '$1-')}-`) && one.endsWith('.tgz'),
  )
  if (file === undefined) throw new Error(`there is no tarball of ${name} in ${folder}`)
  return join(folder, file)
}

/**
 * The manifest of a project that has nothing but packed packages.
 *
 * @param rangeOf gives the version of a package, or its file.
 */
export const projectManifest = (rangeOf: (name: string) => string, names: readonly string[] = publicPackages) => ({
  name: 'project',
  private: true,
  type: 'module',
  dependencies: {
    ...Object.fromEntries(names.map((name) => [npmNameOf(name), rangeOf(name)])),
    ...Object.fromEntries(besides.map((name) => [name, versionOf(name)])),
  },
})
