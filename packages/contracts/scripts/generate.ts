/**
 * Writes the files that are made from the contract. With `--check` it writes nothing, and fails when a committed file
 * is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  commandErrors,
  commonErrors,
  type ErrorCode,
  type ErrorMeaning,
  errorCodeNames,
  errorCodes,
  type Operation,
  orderbookDocument,
  orderbookOperations,
  relayerDocument,
  relayerOperations,
  requestFailures,
  sdkErrors,
  writeErrors,
} from '../src/index.ts'

const isCheck = process.argv.includes('--check')
const root = new URL('../../../', import.meta.url)

/** A page that an error names by its path in the repository, `(docs/hops.md)`, becomes a link: `([hops](hops.md))`. */
const linked = (text: string): string => text.replaceAll(/\(docs\/(\w+)\.md\)/g, '([$1]($1.md))')

const tableRow = (...cells: string[]): string =>
  `| ${cells.map((text) => linked(text.replaceAll('|', '\\|'))).join(' | ')} |`

/** A row of the table of errors. `where` is the HTTP status, or the program that gives the code. */
const rowOf = (code: string, where: string, { when, remedy, money }: ErrorMeaning): string =>
  tableRow(`\`${code}\``, where, when, remedy, money)

const sortedByStatus = (codes: Iterable<ErrorCode>): ErrorCode[] =>
  [...codes].sort((one, other) => errorCodes[one].httpStatus - errorCodes[other].httpStatus)

function statusOf(code: ErrorCode): string {
  const { httpStatus, retryable } = errorCodes[code]
  return `${httpStatus}${retryable ? ', again' : ''}`
}

const listed = (codes: Iterable<ErrorCode>): string => [...codes].map((code) => `\`${code}\``).join(', ')

/**
 * The heading of an operation: its method and path, without braces, which anchors cannot contain.
 */
const headingOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path.replaceAll(/[{}]/g, '')}`

function operationTable(operation: Operation): string[] {
  return [
    '',
    `### ${headingOf(operation)}`,
    '',
    `${operation.summary}.`,
    '',
    '| Code | Status | What to do |',
    '|---|---|---|',
    ...sortedByStatus(operation.errors).map((code) => tableRow(`\`${code}\``, statusOf(code), errorCodes[code].remedy)),
  ]
}

/** An operation with more errors of its own than this has a table. The others share one. */
const fewErrors = 2

function operationSections(): string[] {
  const everywhere: readonly ErrorCode[] = [...commonErrors, 'INVALID_REQUEST']
  const operations = [...orderbookOperations, ...relayerOperations].map((operation) => ({
    ...operation,
    errors: operation.errors.filter((code) => !everywhere.includes(code)),
  }))
  const isLarge = ({ isWrite, errors }: Operation) => isWrite === true && errors.length > fewErrors
  const others = operations.filter((operation) => !isLarge(operation) && operation.errors.length > 0)
  return [
    '## By operation',
    '',
    `Every operation except health checks may answer ${listed(everywhere)}.`,
    `Every write may also answer ${listed(writeErrors.filter((code) => !everywhere.includes(code)))}.`,
    'The tables below name what an operation may answer beyond these.',
    ...operations.filter(isLarge).flatMap(operationTable),
    '',
    '### Other operations',
    '',
    '| Operation | Codes |',
    '|---|---|',
    ...others.map((operation) =>
      tableRow(`\`${operation.method.toUpperCase()} ${operation.path}\``, listed(operation.errors)),
    ),
    '',
  ]
}

function errorTable(): string {
  const byStatus = sortedByStatus(errorCodeNames)
  const rowsOf = (meanings: Record<string, ErrorMeaning>, where: string) =>
    Object.entries(meanings).map(([code, meaning]) => rowOf(code, where, meaning))
  return [
    '<!-- Made by `npm run generate` from error-codes.ts and client-errors.ts of packages/contracts/src. Do not edit. -->',
    '# Errors',
    '',
    'Look a code up in [the table of every code](#every-code): it says what happened, what to do, and whether money has moved. [By operation](#by-operation) says which codes a',
    'request may be answered with, such as [`POST /orders`](#post-orders) or [`POST /claims`](#post-claims). Every error answer of both services, except health checks, has this body:',
    '',
    '```json',
    '{"status":"Error","result":"…","code":"QUOTE_EXPIRED","request_id":"…","retryable":false,"details":{}}',
    '```',
    '',
    'Rely on `code`, which is stable, and show `result` to a person. Send the same request again only if `retryable` is `true`, and no sooner than the header `Retry-After` says.',
    'If a write gets no answer at all, send it again with the same `Idempotency-Key`: it is then carried out once.',
    'The SDK throws a `TandemError` with the same code. The command line `tandem` prints it; [its README](../packages/cli/README.md#exit-codes) has the exit codes.',
    '',
    '## Every code',
    '',
    'Answers of the services come first, by their HTTP status; then codes of claims, of the SDK and of the command line. The second column says where a code comes from:',
    '',
    '- A number is the HTTP status of the answer. **again** means that it is `retryable`: the same request may succeed later.',
    '- **claim** is the `error_code` of a claim or an initiation whose `status` is `failed`. `PAYOUT_REVERTS` alone comes with `submitted`.',
    '- **SDK** is an error that the SDK itself has found, and **tandem** one of the command line.',
    '',
    'In the last column, **Not by this** means that this request or step has moved no money, and that what was paid before it is still where it was.',
    '',
    '| Code | From | What happened | What to do | Has money moved? |',
    '|---|---|---|---|---|',
    ...byStatus.map((code) => rowOf(code, statusOf(code), errorCodes[code])),
    ...rowsOf(requestFailures, 'claim'),
    ...rowsOf(sdkErrors, 'SDK'),
    ...rowsOf(commandErrors, 'tandem'),
    '',
    '## When the user refuses in the wallet',
    '',
    'A refusal has none of these codes. It is the error of the wallet, with the code 4001 of EIP-1193, and `isRefusal(error)` of `@tandem/sdk` and `@tandem/react` finds it, also as the cause of another error.',
    'Nothing was signed or sent by the question that was refused. What the user has signed or sent before it stays as it is, such as an approval or the first of two signatures. Show a button that asks again: `swap.run`, or `resume` of the hooks.',
    '',
    ...operationSections(),
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
