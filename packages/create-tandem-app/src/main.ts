#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createApp } from './create-app.ts'

const usage = `npm create tandem-app NAME [-- --from URL]

Makes the smallest page that swaps in a new folder NAME. URL is the page of a deployment that you trust: its config.json and
network.json are copied into the app. By default it is the page of \`npm run dev\` of Tandem's repository.
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'http://127.0.0.1:4400' }, help: { type: 'boolean', default: false } },
})
const [name] = positionals
if (values.help || name === undefined) {
  process.stdout.write(usage)
  process.exitCode = values.help ? 0 : 2
} else
  await createApp(name, values.from).then(
    () => process.stdout.write(`\n  cd ${name}\n  npm install\n  npm run dev\n\nIts README.md says more.\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    },
  )
