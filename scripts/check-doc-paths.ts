/** Fails for every path, link or anchor of a Markdown file that leads nowhere. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { deadLinks } from './doc-links.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const tree = { has: existsSync, read: (path: string) => readFileSync(path, 'utf8') }
const dead = files.flatMap((file) => deadLinks(file, tree))

if (dead.length > 0) console.error(dead.join('\n'))
process.exitCode = dead.length === 0 ? 0 : 1
