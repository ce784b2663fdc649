import type { Check } from './checks.ts'

const words = { passed: 'ok', failed: 'FAIL', skipped: 'skip' } as const

/** A row for each check, and the sums. */
export function tableOf(checks: readonly Check[]): string {
  const width = Math.max(0, ...checks.map(({ name }) => name.length))
  const rows = checks.map(({ name, outcome, reason }) =>
    `${words[outcome].padEnd(4)}  ${name.padEnd(width)}  ${reason}`.trimEnd(),
  )
  const count = (wanted: Check['outcome']) => checks.filter(({ outcome }) => outcome === wanted).length
  return [...rows, '', `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`].join('\n')
}
