/** Redocly's recommended rules. A warning fails too. */
import { createConfig, formatProblems, lint } from '@redocly/openapi-core'

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // No order_id is `user`.
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
}
console.log(found === 0 ? 'the OpenAPI documents are clean' : `${found} problem(s)`)
process.exitCode = found === 0 ? 0 : 1
