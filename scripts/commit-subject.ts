const types = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test', 'bench']
const longest = 72

/** Words that begin a description instead of a command. */
const notVerbs = new Set(['a', 'an', 'the', 'what', 'who', 'one', 'some', 'this', 'that', 'it', 'of', 'no', 'nothing'])

/** Verbs that end like `adds`, `added` or `adding` although they are not inflected. */
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
 * Checks a subject: `type(scope): subject`, imperative, at most 72 characters (CONTRIBUTING.md). Git's own merges pass.
 *
 * @returns a sentence for each fault.
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
