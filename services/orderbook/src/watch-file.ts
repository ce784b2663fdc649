import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IntervalLoop, startIntervalLoop } from '@tandem/service-kit'

/** The file has some kilobytes, so that reading it whole costs microseconds. */
const readEveryMs = 2_000

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * What one version of the file contains. Operators compare replicas by the file's SHA-256 in hex, which is null without a
 * file.
 */
type Version = { readonly sha256: string | null }

export interface WatchedFileObserver<T> {
  /** The file on disk is in use: a new version of it, or the last good one again. */
  loaded(version: T): void
  /** The file on disk cannot be used, and the last good one stays in use. */
  broken(error: unknown): void
}

export interface WatchedFile<T> {
  /** The last good version of the file. */
  current(): T
  /** Begins to read the file again and again. */
  start(): void
  stop(): Promise<void>
}

/**
 * Reads the file every two seconds and compares its content: Kubernetes changes a mounted file by swapping a symbolic
 * link, which leaves its path and may leave its time as they were. The first version is read at once, so that no request
 * is ever answered without it.
 * @param none the value while there is no path.
 * @throws Error when the first version of the file cannot be used.
 */
export function watchFile<T extends Version>(
  path: string | undefined,
  parse: (text: string) => T,
  observer: WatchedFileObserver<T>,
  none: T,
): WatchedFile<T> {
  let current = none
  let problem: string | undefined
  let loop: IntervalLoop | undefined

  function load(file: string): void {
    const text = readFileSync(file, 'utf8')
    const isInUse = sha256Of(text) === current.sha256
    if (!isInUse) current = parse(text)
    if (!isInUse || problem !== undefined) observer.loaded(current)
    problem = undefined
  }

  function reload(file: string): void {
    try {
      load(file)
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error)
      if (found !== problem) observer.broken(error)
      problem = found
    }
  }

  if (path !== undefined) load(path)
  return {
    current: () => current,
    start() {
      if (path === undefined) return
      loop = startIntervalLoop({
        round: async () => reload(path),
        onError: observer.broken,
        intervalMs: readEveryMs,
        delayMs: readEveryMs,
      })
    },
    stop: async () => loop?.stop(),
  }
}
