/** Fails for functions of more than 80 lines, comments included. Biome's own rule does not count comments. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from '@typescript/typescript6'

const maxLines = 80
const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.tsx?$/.test(file) && !file.includes('/generated/'))

const nameOf = (node: ts.SignatureDeclaration, source: ts.SourceFile): string =>
  (node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined))?.getText(source) ?? 'a function'

const faults = files.flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const long: string[] = []
  const visit = (node: ts.Node): void => {
    const first = lineAt(node.getStart(source))
    const lines = lineAt(node.end) - first + 1
    if (ts.isFunctionLike(node) && lines > maxLines)
      long.push(`${file}:${first}: ${nameOf(node, source)} has ${lines} lines`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return long
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) console.error(`\n${faults.length} functions have more than ${maxLines} lines.`)
process.exitCode = faults.length === 0 ? 0 : 1
