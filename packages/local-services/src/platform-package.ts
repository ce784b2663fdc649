import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the package with a tool's binaries for this platform. It is an optional dependency of the tool's own
 * package.
 */
export function platformPackageDir(tool: string, packageOf: Record<string, string>): string {
  const platform = `${process.platform}-${process.arch}`
  const name = packageOf[platform]
  if (name === undefined) throw new Error(`${tool} has no binary for ${platform}`)
  return packageDir(name, packageDir(tool, dirname(fileURLToPath(import.meta.url))))
}

/** Finds a package's folder by hand, because `exports` hide it from `require.resolve`. */
function packageDir(name: string, from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, 'node_modules', name)
    if (existsSync(candidate)) return realpathSync(candidate)
    if (dir === dirname(dir)) throw new Error(`${name} is not installed (were optional dependencies left out?)`)
  }
}
