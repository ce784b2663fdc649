/**
 * Holds comments against the rule of CONTRIBUTING.md: no sentence begins with a word that leaves its subject open.
 * Prints each that does, and exits with 1.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.sol'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'))

/** A comment's line, or the part of a line behind `//`. */
const comment = /^\s*(?:\/\*\*?|\*|\/\/\/?)\s?(.*)$|\s\/\/ (.*)$/
const openSubject = /(?:^|[.:;] )(?:@dev |@notice )?(?:Of one|Those|What|Who|Whoever|Whatever|Somebody|Nobody) [a-z]/

const faults = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const [, whole, behind] = comment.exec(line) ?? []
      const text = whole ?? behind
      return text !== undefined && openSubject.test(text) ? [`${file}:${index + 1}: ${line.trim()}`] : []
    }),
)
for (const fault of faults) console.error(fault)
if (faults.length > 0) console.error(`\n${faults.length} sentences begin with a word that leaves their subject open.`)
process.exitCode = faults.length === 0 ? 0 : 1
