import { readFileSync } from 'node:fs'
import { UsageError } from './failure.ts'

/**
 * Reads a file that a setting names.
 *
 * @throws UsageError, which names the file and the setting. It contains nothing of the file's text, which may be a
 * secret.
 */
export function readTextFile(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new UsageError(`${file} cannot be read (${code}); ${setting} names it`)
  }
}
