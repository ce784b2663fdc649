import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Stack } from '@tandem/devnet'

const root = new URL('../..', import.meta.url).pathname

export interface ExampleRun {
  child: ChildProcess
  output: () => string
  ended: Promise<unknown>
}

/** Starts a file of `packages/examples/src` as a program, in the given folder. */
export function runExampleFile(file: string, folder: string, env: Record<string, string>): ExampleRun {
  const tsx = join(root, 'node_modules/tsx/dist/loader.mjs')
  const child = spawn(
    'node',
    ['--conditions=tandem:source', '--import', tsx, '--no-warnings', join(root, 'packages/examples/src', file)],
    { cwd: folder, env: { PATH: process.env.PATH, ...env } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return { child, output: () => output, ended: once(child, 'exit') }
}

export const endpointsOf = ({ chains }: Stack): Record<string, string[]> =>
  Object.fromEntries(Object.values(chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))

/** Serves the two files that an app pins, as the page of `npm run dev` does. */
export async function servePins(stack: Stack): Promise<{ url: string; close: () => void }> {
  const pins: Record<string, object> = {
    '/config.json': { base_url: stack.baseUrl, relayer_url: stack.relayerUrl, rpc_urls: endpointsOf(stack) },
    '/network.json': stack.network,
  }
  const server = createServer((request, response) => response.end(JSON.stringify(pins[request.url ?? ''])))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
