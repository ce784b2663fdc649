import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface WorkingDir {
  readonly path: string
  /** Set when the directory is our own and may be removed. */
  readonly temporaryDir: string | undefined
  /** Runs work in a directory. Only a temporary directory is removed afterwards. */
  dispose(): void
}

export async function inWorkingDir<T>(
  name: string,
  dir: string | undefined,
  start: (work: WorkingDir) => Promise<T>,
): Promise<T> {
  const work = dir === undefined ? temporaryDir(name) : keptDir(dir)
  try {
    return await start(work)
  } catch (error) {
    work.dispose()
    throw error
  }
}

function keptDir(dir: string): WorkingDir {
  mkdirSync(dir, { recursive: true, mode: 0o711 })
  return { path: resolve(dir), temporaryDir: undefined, dispose: () => undefined }
}

function temporaryDir(name: string): WorkingDir {
  const path = mkdtempSync(join(tmpdir(), `tandem-${name}-`))
  // PostgreSQL's account must be able to enter the directory.
  chmodSync(path, 0o711)
  return { path, temporaryDir: path, dispose: () => rmSync(path, { recursive: true, force: true }) }
}
