import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where a local server keeps its files. */
export interface WorkingDir {
  readonly path: string
  /** `path` when nobody asked for that directory, and nobody will miss it. */
  readonly temporaryDir: string | undefined
  /** Removes a temporary directory, keeps one that the caller named. */
  dispose(): void
}

/** The caller's directory, or a fresh temporary one. */
export function workingDir(name: string, dir: string | undefined): WorkingDir {
  if (dir !== undefined) return { path: resolve(dir), temporaryDir: undefined, dispose: () => undefined }
  const path = mkdtempSync(join(tmpdir(), `tandem-${name}-`))
  chmodSync(path, 0o711)
  return { path, temporaryDir: path, dispose: () => rmSync(path, { recursive: true, force: true }) }
}
