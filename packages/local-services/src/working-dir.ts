import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where a local server keeps its files. */
export interface WorkingDir {
  readonly path: string
  /** `path` when the directory is our own temporary one, and may be removed. */
  readonly temporaryDir: string | undefined
  /** Removes a temporary directory, keeps one that the caller named. */
  dispose(): void
}

/** Starts a server in the caller's directory, or in a fresh temporary one that goes if the start fails. */
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
  // PostgreSQL's account must reach what belongs to it inside.
  chmodSync(path, 0o711)
  return { path, temporaryDir: path, dispose: () => rmSync(path, { recursive: true, force: true }) }
}
