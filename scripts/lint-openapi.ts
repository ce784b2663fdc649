/**
 * Lints the OpenAPI documents: with Redocly's recommended rules, of which a warning fails too; for an example of each
 * body of a success; and for patterns that clients in every language can compile.
 */
import { readFileSync } from 'node:fs'
import { createConfig, formatProblems, lint } from '@redocly/openapi-core'

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // This rule is off, because no order_id can be `user`.
    'no-ambiguous-paths': 'off',
  },
})
let found = 0
for (const service of ['orderbook', 'relayer']) {
  const ref = new URL(`../packages/contracts/openapi/${service}.json`, import.meta.url).pathname
  const problems = await lint({ ref, config })
  found += problems.length
  if (problems.length > 0)
    formatProblems(problems, { totals: { errors: 0, warnings: 0, ignored: 0 }, format: 'stylish' })
  const document: unknown = JSON.parse(readFileSync(ref, 'utf8'))
  for (const problem of [...withoutExample(document), ...foreignPatterns(document)]) {
    found += 1
    console.error(`${service}: ${problem}`)
  }
}
console.log(found === 0 ? 'the OpenAPI documents are clean' : `${found} problem(s)`)
process.exitCode = found === 0 ? 0 : 1

type Json = Record<string, unknown>
function entriesOf(value: unknown): [string, Json][] {
  return Object.entries((value ?? {}) as Record<string, Json>)
}

function withoutExample(document: unknown): string[] {
  return entriesOf((document as Json).paths).flatMap(([path, operations]) =>
    entriesOf(operations).flatMap(([method, { responses }]) =>
      entriesOf(responses).flatMap(([status, { content }]) =>
        entriesOf(content).flatMap(([type, media]) =>
          status.startsWith('2') && media.example === undefined && media.examples === undefined
            ? [`${method.toUpperCase()} ${path} has no example of its answer ${status} (${type})`]
            : [],
        ),
      ),
    ),
  )
}

/**
 * Finds patterns that Python's `re`, Java's `Pattern` or Go's RE2 do not compile: classes of Unicode, code points
 * written `\\u`, groups other than `(?:`, and back references.
 */
function foreignPatterns(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  const { pattern } = value as Json
  const own =
    typeof pattern === 'string' && /\\[pPu]|\(\?(?!:)|\\[1-9]/.test(pattern)
      ? [`the pattern ${pattern} does not compile in Python, Java or Go`]
      : []
  return [...own, ...Object.values(value).flatMap(foreignPatterns)]
}
