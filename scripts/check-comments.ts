/**
 * Holds the comments of the source against CONTRIBUTING.md: few words, one clause a sentence, a subject in each sentence, and no
 * word that docs/glossary.md forbids. Prints each fault, and exits with 1. `--all` also prints nested sentences within the bounds.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from '@typescript/typescript6'

/** Nested: sentences with two or more relative clauses, of all. Words: in comments, for each line of source of a folder. */
const bounds = { nested: 0.01, words: 0.7 }

const relative = /\b(?:which|that|who|whom|whose|where|what|whatever|whoever|whichever|wherever)\b/gi
const openSubject = /^(?:@dev |@notice )?(?:Of one|Those|What|Who|Whoever|Whatever|Somebody|Nobody) [a-z]/
/** Forbidden words of the glossary without another meaning in a comment. */
const forbidden =
  /\b(?:witness\w*|testif\w+|testimon\w+|verdicts?|hashlocks?|quorums?|doorbells?|outbids?|surroundings|grudging|darkens?)\b|\b(?:a|an|the|each|every|last|next|another|first|its) looks?\b/i

/** A comment without its marks. `//` comments of successive lines are one. */
interface Comment {
  line: number
  lastLine: number
  text: string
}

function commentsOf(file: string, text: string): Comment[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    const isText = node.kind === ts.SyntaxKind.JsxText
    const leading = isText ? undefined : ts.getLeadingCommentRanges(text, node.pos)
    const trailing = isText ? undefined : ts.getTrailingCommentRanges(text, node.end)
    for (const range of [...(leading ?? []), ...(trailing ?? [])]) ranges.set(range.pos, range)
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  const comments: Comment[] = []
  for (const { pos, end, kind } of [...ranges.values()].toSorted((one, other) => one.pos - other.pos)) {
    const words = text
      .slice(pos, end)
      .replaceAll(/^\/\*+|\*+\/$|^\/\/+/g, '')
      .replaceAll(/\n[ \t]*\*/g, '\n')
    const previous = comments.at(-1)
    const goesOn = kind === ts.SyntaxKind.SingleLineCommentTrivia && previous?.lastLine === lineAt(pos) - 1
    if (goesOn && previous !== undefined)
      Object.assign(previous, { text: `${previous.text} ${words}`, lastLine: lineAt(end) })
    else comments.push({ line: lineAt(pos), lastLine: lineAt(end), text: words })
  }
  return comments.filter((comment) => !/biome-ignore|@ts-|eslint|^!/.test(comment.text))
}

const sentencesOf = ({ text }: Comment): string[] =>
  text
    .replaceAll(/`[^`]*`/g, '`code`')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?;])\s+|\s(?=@(?:param|returns|throws|dev|notice)\b)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence))

const isNested = (sentence: string) => (sentence.match(relative)?.length ?? 0) >= 2
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length

interface Measured {
  lines: number
  words: number
  sentences: number
  nested: string[]
}

const files = execFileSync('git', ['ls-files', '--', 'packages/*', 'services/*', 'scripts/*'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => /\.m?tsx?$/.test(file) && !/\.test\.tsx?$|\/(?:test|bench|generated|lies)\/|^packages\/site/.test(file),
  )
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('scripts') ? 1 : 2)
    .join('/')

const faults: string[] = []
const measured = new Map<string, Measured>()
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const sum = measured.get(folderOf(file)) ?? { lines: 0, words: 0, sentences: 0, nested: [] }
  measured.set(folderOf(file), sum)
  sum.lines += text.trimEnd().split('\n').length
  for (const comment of commentsOf(file, text)) {
    const at = (sentence: string) => `${file}:${comment.line}: ${sentence}`
    const sentences = sentencesOf(comment)
    sum.words += wordsOf(comment.text)
    sum.sentences += sentences.length
    sum.nested.push(...sentences.filter(isNested).map(at))
    faults.push(...sentences.filter((sentence) => openSubject.test(sentence)).map((one) => `${at(one)} (no subject)`))
    faults.push(
      ...sentences.filter((sentence) => forbidden.test(sentence)).map((one) => `${at(one)} (a word of the glossary)`),
    )
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
for (const [folder, { lines, words, sentences, nested }] of measured) {
  const share = nested.length / Math.max(sentences, 1)
  const density = words / lines
  console.log(`${folder}: ${percent(share)} of ${sentences} sentences are nested, ${density.toFixed(2)} words a line`)
  if (share > bounds.nested)
    faults.push(
      ...nested,
      `${folder}: at most ${percent(bounds.nested)} of its sentences may have two relative clauses`,
    )
  else if (process.argv.includes('--all')) console.log(nested.join('\n'))
  if (density > bounds.words) faults.push(`${folder}: at most ${bounds.words} words of comments for a line of source`)
}
const sumOf = (count: (one: Measured) => number) => [...measured.values()].reduce((sum, one) => sum + count(one), 0)
const [all, nestedOfAll] = [sumOf(({ sentences }) => sentences), sumOf(({ nested }) => nested.length)]
const density = sumOf(({ words }) => words) / sumOf(({ lines }) => lines)
console.log(`all: ${percent(nestedOfAll / all)} of ${all} sentences are nested, ${density.toFixed(2)} words a line`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
