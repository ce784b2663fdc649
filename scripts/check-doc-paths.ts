/** Fails for a Markdown file with a missing path, or a link to a missing file. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

/** A path in backticks: `services/relayer/src/main.ts`. Globs and <names> are skipped. */
const quotedPath = /`((?:packages|services|scripts|infra|docs|test|\.github|\.ci)\/[\w./@-]+)`/g
const relativeLink = /\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g

const missing: string[] = []
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    for (const [, path = ''] of line.matchAll(quotedPath)) {
      if (!existsSync(path)) missing.push(`${file}:${index + 1}: ${path}`)
    }
    for (const [, path = ''] of line.matchAll(relativeLink)) {
      if (!existsSync(join(dirname(file), path))) missing.push(`${file}:${index + 1}: ${path}`)
    }
  }
}

if (missing.length > 0) console.error(missing.join('\n'))
process.exitCode = missing.length === 0 ? 0 : 1
