#!/usr/bin/env node
// Stands in for the compiler that forge calls: npm's solc, answering the two calls that forge makes. Loading solc takes longer than
// many an answer: where SOLC_ANSWERS names a folder, answers are kept there and given again for the same input.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** @param {string} name @param {() => string} make */
function kept(name, make) {
  const folder = process.env.SOLC_ANSWERS
  if (folder === undefined) return make()
  const file = join(folder, createHash('sha256').update(name).digest('hex'))
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const answer = make()
  writeFileSync(file, answer)
  return answer
}

const solc = () => createRequire(import.meta.url)('solc')
if (process.argv.includes('--version')) {
  const version = kept('version', () => solc().version())
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (process.argv.includes('--standard-json')) {
  const input = readFileSync(0, 'utf8')
  process.stdout.write(kept(input, () => solc().compile(input)))
} else {
  process.stderr.write(`solc.mjs answers --version and --standard-json, not: ${process.argv.slice(2).join(' ')}\n`)
  process.exitCode = 1
}
