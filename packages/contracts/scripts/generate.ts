/** Writes the OpenAPI documents from the schemas. `--check`: writes nothing, fails when a committed one is stale. */
import { readFileSync, writeFileSync } from 'node:fs'
import { orderbookDocument, relayerDocument } from '../src/index.ts'

const isCheck = process.argv.includes('--check')
let stale = 0

for (const [name, document] of Object.entries({
  orderbook: orderbookDocument(),
  relayer: relayerDocument(),
})) {
  const file = new URL(`../openapi/${name}.json`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`wrote packages/contracts/openapi/${name}.json`)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`packages/contracts/openapi/${name}.json is stale; run: npm run generate`)
    stale += 1
  }
}

process.exitCode = stale === 0 ? 0 : 1
