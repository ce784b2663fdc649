#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { addSettings, describeFailure, type GlobalOptions, readSettings, settingsHelp } from '@tandem/cli'
import { Command } from 'commander'
import { withoutSecrets } from './outgoing.ts'
import { makeServer, readPolicy } from './server.ts'

const note = (line: string) => void process.stderr.write(`${line}\n`)

addSettings(new Command('tandem-mcp'))
  .description('Tandem for agents: an MCP server on standard input and output.')
  .option('--policy <file>', 'what may be swapped; without it the server only reads, and shows dry runs')
  .addHelpText('after', settingsHelp)
  .action(serve)
  .parseAsync()
  .catch((error: unknown) => {
    const { exitCode, code, message } = describeFailure(error)
    note(`${code}: ${message}`)
    process.exitCode = exitCode
  })

async function serve({ policy, ...options }: GlobalOptions & { policy?: string }): Promise<void> {
  const settings = readSettings(options, { env: process.env, note })
  const server = makeServer(settings, policy === undefined ? undefined : readPolicy(policy))
  const seen = new Set<string>()
  const transport = withoutSecrets(new StdioServerTransport(), async () => {
    for (const { secret } of await settings.store.list()) seen.add(secret)
    return [...seen]
  })
  // The client has disconnected. The process ends only when the swaps that it runs have ended.
  process.stdin.once('end', () => void server.close())
  process.stdout.on('error', () => undefined)
  await server.connect(transport)
}
