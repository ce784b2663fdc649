/** A contract with one guard taken out. */
export interface Mutant {
  source: string
  /** Of the guard, from 1. */
  line: number
  /** The guard that is gone. */
  what: string
}

const guards = [
  // if (…) revert X();   on one line
  { pattern: /^\s*if \(.*\) revert \w+\(.*\);$/, without: '' },
  // if (…) {   with a revert on the next line
  { pattern: /^\s*if \(.*\) \{$/, without: 'if (false) {', mustRevert: true },
  // calls of guards
  { pattern: /^\s*_require\w+\(.*\);$/, without: '' },
  { pattern: /^\s*if \(.*\) _require\w+\(.*\);$/, without: '' },
] as const

/** Every version of a contract that lacks one `revert`, one call of a `_require…` function, or one modifier. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n')
  const mutants: Mutant[] = []
  const add = (index: number, replacement: string, what: string) =>
    mutants.push({ source: lines.with(index, replacement).join('\n'), line: index + 1, what })
  lines.forEach((text, index) => {
    for (const guard of guards) {
      if (!guard.pattern.test(text)) continue
      if ('mustRevert' in guard && !/^\s*revert /.test(lines[index + 1] ?? '')) continue
      add(index, guard.without, text.trim())
    }
    // Modifiers stand in the function's head, alone on their line or in one with it.
    for (const [modifier] of text.matchAll(/\b(onlyOwner|onlyVault|nonReentrant)\b/g)) {
      if (/^\s*(function|modifier|import|contract)\b.*\b(modifier)\b/.test(text) || /^\s*(modifier|\/\/)/.test(text))
        continue
      add(index, text.replace(modifier, ''), `${modifier} of ${text.trim()}`)
    }
  })
  return mutants
}
