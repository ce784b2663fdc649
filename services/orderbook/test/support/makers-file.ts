import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file for `MAKERS_FILE` with these entries. */
export function makersFile(makers: readonly object[], more: object = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'makers-test-'))
  const path = join(dir, 'makers.json')
  const write = (text: string) => writeFileSync(path, text)
  write(JSON.stringify({ ...more, makers }))
  return { path, write, remove: () => rmSync(dir, { recursive: true }) }
}
