#!/usr/bin/env node
// What forge takes for the compiler: npm's solc, answering the two calls that forge makes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')
if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else if (process.argv.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.stderr.write(`solc.mjs answers --version and --standard-json, not: ${process.argv.slice(2).join(' ')}\n`)
  process.exitCode = 1
}
