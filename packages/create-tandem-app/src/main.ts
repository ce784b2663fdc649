#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createApp } from './create-app.ts'

const usage = `npm create tandem-app NAME [-- --from URL]

Makes the smallest page that swaps in a new folder NAME. URL is the page of a deployment that you trust: its config.json and
network.json are copied into the app. By default it is the page of \`npm run dev\` of Tandem's repository.
`

const options = {
  from: { type: 'string', default: 'http://127.0.0.1:4400' },
  help: { type: 'boolean', default: false },
} as const

function exitWith(code: number, { message }: { message: string }): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [name] = positionals
  if (values.help) process.stdout.write(usage)
  else if (name === undefined) exitWith(2, { message: usage })
  else
    await createApp(name, values.from).then(
      () => process.stdout.write(`\n  cd ${name}\n  npm install\n  npm run dev\n\nIts README.md says more.\n`),
      (error: Error) => exitWith(1, error),
    )
}

await main().catch(({ message }: Error) => exitWith(2, { message: `${message}\n\n${usage}` }))
