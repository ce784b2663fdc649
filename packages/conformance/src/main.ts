#!/usr/bin/env node
import { runConformance } from './program.ts'

process.exitCode = await runConformance(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
})
