/**
 * Measures the gas of whole transactions (with calldata and the envelope's 21,000) on a fresh anvil, and writes
 * `src/generated/gas.ts` and the table of `docs/escrow.md`. With `--check`, it only fails when a
 * committed one differs, or when a figure is over its target.
 *
 * Everything that a transaction carries is fixed, so the figures are the same on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '@tandem/local-services'
import { foundry } from 'viem/chains'
import { measuredGas } from '../src/index.ts'
import { escrowRoot } from './forge.ts'
import { genesis, makeBench } from './gas-bench.ts'
import { measureOperations } from './gas-operations.ts'
import { type GasRow, gasRows, gasTable } from './gas-table.ts'

const figuresFile = join(escrowRoot, 'src/generated/gas.ts')
const docsFile = join(escrowRoot, '../../docs/escrow.md')

const anvil = await startAnvil({ chainId: foundry.id, timestamp: genesis })
try {
  report(await measureOperations(await makeBench(anvil)))
} finally {
  await anvil.stop()
}

function figuresText(gas: Record<GasRow, number>): string {
  const lines = gasRows.map(({ row }) => `  ${row}: ${gas[row]}n,\n`)
  return `// Made by \`npm run generate\` from packages/escrow/contracts. Do not edit.\n
/** Gas of whole transactions. */\nexport const measuredGas = {\n${lines.join('')}} as const\n`
}

function report(gas: Record<GasRow, number>): void {
  const isCheck = process.argv.includes('--check')
  const over = gasRows.filter(({ row, target }) => target !== undefined && gas[row] > target)
  for (const { row, target } of over) console.error(`${row} takes ${gas[row]} gas; its target is ${target}`)
  const table = `${gasTable(gas)}\n`
  const docs = readFileSync(docsFile, 'utf8')
  const marked = /(<!-- gas -->\n)[\s\S]*?(<!-- \/gas -->)/
  if (!marked.test(docs)) throw new Error('docs/escrow.md has no place for the gas table')
  const files = {
    [figuresFile]: figuresText(gas),
    [docsFile]: docs.replace(marked, `$1\n${table}\n$2`),
  }
  let stale = 0
  for (const [file, text] of Object.entries(files)) {
    if (!isCheck) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) stale += 1
  }
  if (stale > 0) {
    const before: Partial<Record<GasRow, bigint>> = measuredGas
    for (const { row } of gasRows)
      if (Number(before[row]) !== gas[row]) console.error(`${row}: ${before[row]} → ${gas[row]}`)
    console.error('the gas figures or their table are stale; run: npm run generate')
  }
  console.log(table)
  console.log(`\ngas: ${gasRows.length - over.length} of ${gasRows.length} operations within their targets`)
  process.exitCode = over.length + stale === 0 ? 0 : 1
}
