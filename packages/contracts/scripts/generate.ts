/** Writes what is made from the contract. `--check`: writes nothing, fails when a committed file is stale. */
import { readFileSync, writeFileSync } from 'node:fs'
import { errorCodeNames, errorCodes, orderbookDocument, relayerDocument, requestFailures } from '../src/index.ts'

const isCheck = process.argv.includes('--check')
const root = new URL('../../../', import.meta.url)

function errorTable(): string {
  const statuses = [...new Set(errorCodeNames.map((code) => errorCodes[code].httpStatus))].sort(
    (one, other) => one - other,
  )
  const listed = statuses.flatMap((status) => [
    `### ${status}`,
    '',
    ...errorCodeNames
      .filter((code) => errorCodes[code].httpStatus === status)
      .map((code) => {
        const { retryable, when, remedy } = errorCodes[code]
        return `- \`${code}\`${retryable ? ' (retryable)' : ''}: ${when} *${remedy}*`
      }),
    '',
  ])
  const failures = Object.entries(requestFailures).map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  return [
    '<!-- Made by `npm run generate` from packages/contracts/src/error-codes.ts. Do not edit. -->',
    '# Errors',
    '',
    'Every error answer of both services, except health checks, has this body:',
    '',
    '```json',
    '{"status":"Error","result":"…","code":"QUOTE_EXPIRED","request_id":"…","retryable":false,"details":{}}',
    '```',
    '',
    '`code` is stable, `result` is for a person. Where it is `retryable`, the same request may succeed later. Each operation names its codes',
    '([orderbook](api/orderbook.md), [relayer](api/relayer.md)).',
    '',
    '## By status',
    '',
    'In italics: what to do.',
    '',
    ...listed,
    '## Why a claim or an initiation failed',
    '',
    'In `error_code`, with the `status` `failed`:',
    '',
    ...failures,
    '',
  ].join('\n')
}

const asJson = (document: object): string => `${JSON.stringify(document, null, 2)}\n`

const files: Record<string, string> = {
  'packages/contracts/openapi/orderbook.json': asJson(orderbookDocument()),
  'packages/contracts/openapi/relayer.json': asJson(relayerDocument()),
  'docs/errors.md': errorTable(),
}

for (const [path, text] of Object.entries(files)) {
  const file = new URL(path, root)
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`wrote ${path}`)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale; run: npm run generate`)
    process.exitCode = 1
  }
}
