const types = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test', 'bench']
const longest = 72

/** First words that begin a description of the change instead of naming what the commit does. */
const notVerbs = new Set(['a', 'an', 'the', 'what', 'who', 'one', 'some', 'this', 'that', 'it', 'of', 'no', 'nothing'])

/** `adds`, `added` and `adding` instead of `add`: third person, past, progressive. Verbs that end alike are listed. */
const inflected = /(?:[^s]s|ed|ing)$/
const verbsThatLookInflected = new Set([
  'alias',
  'bias',
  'canvas',
  'embed',
  'feed',
  'need',
  'seed',
  'shed',
  'speed',
  'bring',
  'ping',
  'ring',
  'string',
  'swing',
])

/**
 * Checks the first line of a commit message against CONTRIBUTING.md: `type(scope): subject`, in the imperative, at
 * most 72 characters.
 *
 * @returns what is wrong with it, in a sentence each; nothing when it is good. Merges that git words itself are good.
 */
export function faultsOfSubject(subject: string): string[] {
  if (/^(Merge|Revert ")/.test(subject)) return []
  const faults: string[] = []
  if (subject.length > longest) faults.push(`It has ${subject.length} characters; ${longest} are the most.`)
  const [, type = '', , text = ''] = /^([a-z]+)(\([a-z0-9-]+\))?!?: (.+)$/.exec(subject) ?? []
  if (!types.includes(type)) return [...faults, `It has to begin with a type: ${types.join(', ')}; "fix(relayer): …".`]
  const verb = text.split(/[\s,:]/)[0]?.toLowerCase() ?? ''
  if (notVerbs.has(verb) || (inflected.test(verb) && !verbsThatLookInflected.has(verb))) {
    faults.push(`"${verb}" is no imperative: say what the commit does ("add", "refuse", "name"), not what was or is.`)
  }
  return faults
}
