import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file for `MAKERS_FILE` with these entries. */
export function makersFile(makers: readonly object[], more: object = {}): { path: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'makers-test-'))
  const path = join(dir, 'makers.json')
  writeFileSync(path, JSON.stringify({ ...more, makers }))
  return { path, remove: () => rmSync(dir, { recursive: true }) }
}
