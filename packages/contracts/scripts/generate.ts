/**
 * Writes the files that are made from the contract. With `--check` it writes nothing, and fails when a committed file
 * is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  commandErrors,
  type ErrorMeaning,
  errorCodeNames,
  errorCodes,
  orderbookDocument,
  relayerDocument,
  requestFailures,
  sdkErrors,
} from '../src/index.ts'

const isCheck = process.argv.includes('--check')
const root = new URL('../../../', import.meta.url)

/** A row of the table of errors. `where` is the HTTP status, or the program that gives the code. */
function rowOf(code: string, where: string, { when, remedy, money }: ErrorMeaning): string {
  const cells = [`\`${code}\``, where, when, remedy, money].map((text) => text.replaceAll('|', '\\|'))
  return `| ${cells.join(' | ')} |`
}

function errorTable(): string {
  const byStatus = [...errorCodeNames].sort((one, other) => errorCodes[one].httpStatus - errorCodes[other].httpStatus)
  const rowsOf = (meanings: Record<string, ErrorMeaning>, where: string) =>
    Object.entries(meanings).map(([code, meaning]) => rowOf(code, where, meaning))
  return [
    '<!-- Made by `npm run generate` from error-codes.ts and client-errors.ts of packages/contracts/src. Do not edit. -->',
    '# Errors',
    '',
    'Look a code up in the table below: it says what happened, what to do, and whether money has moved. Every error answer of both services, except health checks,',
    'has this body:',
    '',
    '```json',
    '{"status":"Error","result":"…","code":"QUOTE_EXPIRED","request_id":"…","retryable":false,"details":{}}',
    '```',
    '',
    'Rely on `code`, which is stable, and show `result` to a person. Each operation of the APIs lists its codes ([orderbook](api/orderbook.md), [relayer](api/relayer.md)).',
    'The SDK throws a `TandemError` with the same code. The command line `tandem` prints it; [its README](../packages/cli/README.md#exit-codes) has the exit codes.',
    '',
    '## Every code',
    '',
    'Answers of the services come first, by their HTTP status; then codes of claims, of the SDK and of the command line. The second column says where a code comes from:',
    '',
    '- A number is the HTTP status of the answer. **again** means that it is `retryable`: the same request may succeed later.',
    '- **claim** is the `error_code` of a claim or an initiation whose `status` is `failed`.',
    '- **SDK** is an error that the SDK itself has found, and **tandem** one of the command line.',
    '',
    'In the last column, **Not by this** means that this request or step has moved no money, and that what was paid before it is still where it was.',
    '',
    '| Code | From | What happened | What to do | Has money moved? |',
    '|---|---|---|---|---|',
    ...byStatus.map((code) => {
      const { httpStatus, retryable } = errorCodes[code]
      return rowOf(code, `${httpStatus}${retryable ? ', again' : ''}`, errorCodes[code])
    }),
    ...rowsOf(requestFailures, 'claim'),
    ...rowsOf(sdkErrors, 'SDK'),
    ...rowsOf(commandErrors, 'tandem'),
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
