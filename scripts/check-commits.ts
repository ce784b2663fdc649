/**
 * Checks the subjects of commits. With `--message FILE` it checks the message in that file, as the commit-msg hook
 * does.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { faultsOfSubject } from './commit-subject.ts'

/** The last commit from before the rule. Only later ones are checked. */
const lastBefore = '775cf14b80d19a7d420ad3777559b12d6c08f3a6'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function isKnown(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function subjects(): string[] {
  const [flag, file] = process.argv.slice(2)
  if (flag === '--message' && file !== undefined) return [readFileSync(file, 'utf8').split('\n')[0] ?? '']
  const range = isKnown(lastBefore) ? `${lastBefore}..HEAD` : 'HEAD'
  return git('log', '--no-merges', '--format=%s', range).split('\n').filter(Boolean)
}

const faulty = subjects().flatMap((subject) => faultsOfSubject(subject).map((fault) => `${subject}\n  ${fault}`))
if (faulty.length > 0) console.error(faulty.join('\n'))
process.exitCode = faulty.length === 0 ? 0 : 1
