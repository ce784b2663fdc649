import { readFileSync } from 'node:fs'
import { UsageError } from './failure.ts'

/**
 * Reads a file that a setting names.
 *
 * @throws UsageError with the names of the file and the setting. Nothing of the file's text is repeated, because it may
 * be a secret.
 */
export function readTextFile(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new UsageError(`${file} cannot be read (${code}); ${setting} names it`)
  }
}
