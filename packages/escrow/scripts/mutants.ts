/** A contract with one change. */
export interface Mutant {
  source: string
  /** The line of the change, counted from 1. */
  line: number
  /** What was changed: the guard that was removed, or the replacement. */
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

/** Changes of constants. Assembly is left out, because an offset there is no value. */
function constantChanges(text: string): { text: string; what: string }[] {
  if (/^\s*(\/\/|\*|import|pragma|for \(|let |mstore|[a-z]+ := )|keccak256\(|hex"|0x/.test(text)) return []
  const numbers = [...text.matchAll(/(?<![\w.])(\d[\d_]*)(?![\w.])/g)].map(({ 0: found, index }) => ({
    text: splice(text, index, found.length, String(BigInt(found.replaceAll('_', '')) + 1n)),
    what: `${found} as one more: ${text.trim()}`,
  }))
  const versions = [...text.matchAll(/"(\d)"/g)].map(({ 0: found, 1: digit, index }) => ({
    text: splice(text, index, found.length, `"${Number(digit) + 1}"`),
    what: `${found} as another: ${text.trim()}`,
  }))
  const truths = [...text.matchAll(/\b(true|false)\b/g)].map(({ 0: found, index }) => ({
    text: splice(text, index, found.length, found === 'true' ? 'false' : 'true'),
    what: `${found} as its opposite: ${text.trim()}`,
  }))
  const gas = [...text.matchAll(/\{gas: [^}]+\}/g)].map(({ 0: found, index }) => ({
    text: splice(text, index, found.length, ''),
    what: `without ${found}: ${text.trim()}`,
  }))
  return [...numbers, ...versions, ...truths, ...gas]
}

/** Pairs of variables that are easily mistaken for each other. */
const likenesses: readonly (readonly [RegExp, string])[] = [
  [/\bterms\.creator\b/g, 'terms.recipient'],
  [/\bterms\.recipient\b/g, 'terms.creator'],
  [/\bterms\.token\b/g, 'terms.hopBridge'],
  [/\bterms\.amount\b/g, 'terms.cancelAfter'],
  [/\bmsg\.sender\b/g, 'address(this)'],
  [/\broute\.hopRecipient\b/g, 'route.feeToken'],
  [/\broute\.relayerFee\b/g, 'route.deadline'],
  [/\bVaultState\.Claimed\b/g, 'VaultState.Cancelled'],
  [/\bVaultState\.Cancelled\b/g, 'VaultState.Claimed'],
]

function variableChanges(text: string): { text: string; what: string }[] {
  return likenesses.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      text: splice(text, index, found.length, by),
      what: `${found} as ${by}: ${text.trim()}`,
    })),
  )
}

/** A refusal that depends on the call's own data alone: not on a balance, a state or the gas that is left. */
const refusal =
  /^\s*(if \((?!.*(balance|amount == 0|\bvault\.|gasleft)).*\) (revert \w+\(.*\)|_require\w+\(.*\));|_require(Valid|Consent)\(.*\);)$/

/**
 * Exchanges two statements. Refusals are left out, because they undo the whole call: their place only decides which
 * error is told.
 */
function orderChanges(text: string, next: string | undefined): { text: string; next: string; what: string }[] {
  const statement = /^(\s+)(?!return\b|revert\b|using\b)\S.*;$/
  const [, indent] = statement.exec(text) ?? []
  if (indent === undefined || next === undefined || statement.exec(next)?.[1] !== indent) return []
  if (
    [text, next].some((line) => /^\s*(\w+ )+\w+;$|constant|immutable/.test(line)) ||
    refusal.test(text) ||
    refusal.test(next)
  )
    return []
  return [{ text: next, next: text, what: `${next.trim()} before ${text.trim()}` }]
}

/**
 * Whether a change of the line can mean anything. It cannot in comments and declarations, and in the head of a loop it
 * may never end.
 */
const isCode = (text: string): boolean =>
  !/^\s*(\/\/|\*|import|pragma|error|event|for \(|struct|contract|"|\w+ constant)/.test(text)

const splice = (text: string, start: number, length: number, by: string): string =>
  text.slice(0, start) + by + text.slice(start + length)

function operatorChanges(text: string): { text: string; what: string }[] {
  return operators.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      text: splice(text, index, found.length, by),
      what: `${found.trim()} as ${by.trim()}: ${text.trim()}`,
    })),
  )
}

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

/** Exchanges two arguments of a call. Where their types differ, the mutant does not compile. */
function argumentChanges(text: string, next: string | undefined): { text: string; next?: string; what: string }[] {
  const changes: { text: string; next?: string; what: string }[] = []
  for (const { 0: found, 1: first = '', 2: second = '', index } of text.matchAll(/\b([\w.]+), ([\w.]+)(?=[,)])/g)) {
    // Skipped, because these two arguments may change places without any effect.
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

/** Every version of a contract with one change. Some do not compile. */
export function changesOf(source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((text, index) => {
    const found: { text: string; next?: string; what: string }[] = constantChanges(text)
    if (isCode(text))
      found.push(
        ...variableChanges(text),
        ...orderChanges(text, lines[index + 1]),
        ...operatorChanges(text),
        ...clauseChanges(text),
        ...argumentChanges(text, lines[index + 1]),
      )
    return found.map((change) => {
      const changed = lines.with(index, change.text)
      if (change.next !== undefined) changed[index + 1] = change.next
      return { source: changed.join('\n'), line: index + 1, what: change.what }
    })
  })
}

/** Draws a sample. The same seed draws the same ones. */
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

/** Each version lacks one `revert`, one call of a `_require…` function, or one modifier. */
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
    // A modifier is alone on its line in the function's head, or on one line with it.
    for (const [modifier] of text.matchAll(/\b(onlyOwner|onlyVault|nonReentrant)\b/g)) {
      if (/^\s*(function|modifier|import|contract)\b.*\b(modifier)\b/.test(text) || /^\s*(modifier|\/\/)/.test(text))
        continue
      add(index, text.replace(modifier, ''), `${modifier} of ${text.trim()}`)
    }
  })
  return mutants
}
