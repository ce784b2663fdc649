/** A contract with one change. */
export interface Mutant {
  source: string
  /** Of the change, from 1. */
  line: number
  /** The guard that is gone, or what became what. */
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

/** Each operator, and what is written in its place. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
]

/** Comments, declarations and loop heads: a change there means nothing, or never ends. */
const isCode = (text: string): boolean =>
  !/^\s*(\/\/|\*|import|pragma|error|event|for \(|struct|contract|"|\w+ constant)/.test(text)

const splice = (text: string, start: number, length: number, by: string): string =>
  text.slice(0, start) + by + text.slice(start + length)

/** Operators replaced, one at a time. */
function operatorChanges(text: string): { text: string; what: string }[] {
  return operators.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      text: splice(text, index, found.length, by),
      what: `${found.trim()} as ${by.trim()}: ${text.trim()}`,
    })),
  )
}

/** Each clause of a condition on one line taken out, as if it never spoke. */
function clauseChanges(text: string): { text: string; what: string }[] {
  const [, head, condition, tail] = /^(\s*if \()(.*)(\) .*)$/.exec(text) ?? []
  if (head === undefined || condition === undefined) return []
  const joint = condition.includes(' || ') ? ' || ' : condition.includes(' && ') ? ' && ' : undefined
  if (joint === undefined || (condition.includes(' || ') && condition.includes(' && '))) return []
  const clauses = condition.split(joint)
  return clauses.map((clause, index) => ({
    text: head + clauses.toSpliced(index, 1).join(joint) + tail,
    what: `without ${clause.trim()}: ${text.trim()}`,
  }))
}

/** Neighbouring arguments of a call, or lines of one, changed places. Where their types differ it does not compile. */
function argumentChanges(text: string, next: string | undefined): { text: string; next?: string; what: string }[] {
  const changes: { text: string; next?: string; what: string }[] = []
  for (const { 0: found, 1: first = '', 2: second = '', index } of text.matchAll(/\b([\w.]+), ([\w.]+)(?=[,)])/g)) {
    // The same twice, or a sum: changed places, it is what it was.
    if (first === second || /\b(add|or|and|xor|mul|eq)\($/.test(text.slice(0, index))) continue
    changes.push({
      text: splice(text, index, found.length, `${second}, ${first}`),
      what: `${first} and ${second} swapped: ${text.trim()}`,
    })
  }
  const argument = /^(\s+)([\w.]+(?:\([^()]*\))?),$/.exec(text)
  const other = /^(\s+)([\w.]+(?:\([^()]*\))?)(,?)$/.exec(next ?? '')
  if (argument !== null && other !== null && argument[1] === other[1])
    changes.push({
      text: `${argument[1]}${other[2]},`,
      next: `${other[1]}${argument[2]}${other[3]}`,
      what: `${argument[2]} and ${other[2]} swapped`,
    })
  return changes
}

/** Every version of a contract with one operator, clause or pair of arguments changed. Some of them do not compile. */
export function changesOf(source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((text, index) => {
    if (!isCode(text)) return []
    const found: { text: string; next?: string; what: string }[] = [
      ...operatorChanges(text),
      ...clauseChanges(text),
      ...argumentChanges(text, lines[index + 1]),
    ]
    return found.map((change) => {
      const changed = lines.with(index, change.text)
      if (change.next !== undefined) changed[index + 1] = change.next
      return { source: changed.join('\n'), line: index + 1, what: change.what }
    })
  })
}

/** So many of them, spread by a seed: the same seed takes the same ones. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}

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
