/**
 * Generates the client's types from the OpenAPI documents. With `--check`, it fails when a committed file is not up to
 * date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const isCheck = process.argv.includes('--check')
const header = '// Made by `npm run generate` from packages/contracts/openapi. Do not edit.\n\n'

for (const name of ['orderbook', 'relayer']) {
  const document = new URL(`../../contracts/openapi/${name}.json`, import.meta.url)
  const file = new URL(`../src/generated/${name}.ts`, import.meta.url)
  const text = header + astToString(await openapiTS(JSON.parse(readFileSync(document, 'utf8'))))
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`wrote packages/sdk/src/generated/${name}.ts`)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`packages/sdk/src/generated/${name}.ts is stale; run: npm run generate`)
    process.exitCode = 1
  }
}
