/**
 * Runs the protocol's own client against our server, which is a process. Every byte between them is
 * kept.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Stack } from '@tandem/devnet'
import { programArgs } from '@tandem/local-services'
import type { Hex } from 'viem'

const program = new URL('../../packages/mcp/src/main.ts', import.meta.url).pathname

export interface AgentOptions {
  policy?: object
  /** What the person answers. Without it the client cannot ask a person. */
  person?: (message: string) => boolean
  env?: Record<string, string>
}

export interface Answer {
  isError: boolean
  value: Record<string, never> & { error?: { code: string; message: string; untrusted_text?: string } }
}

/**
 * A wallet with a folder to which agents come back.
 *
 * @param transcript collects everything that is said.
 */
export function agentHome(stack: Stack, key: Hex, transcript: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-agent-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const endpoints = Object.fromEntries(
    Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]] as const),
  )
  const env = {
    PATH: process.env.PATH ?? '',
    ORDERBOOK_URL: stack.baseUrl,
    RELAYER_URL: stack.relayerUrl,
    NETWORK_FILE: stack.networkFile,
    RPC_URLS: JSON.stringify(endpoints),
    TANDEM_STATE: join(folder, 'swaps'),
    TANDEM_PRIVATE_KEY_FILE: write('key', key),
  }
  return {
    swaps: env.TANDEM_STATE,
    async connect({ policy, person, env: changed = {} }: AgentOptions = {}) {
      const words = policy === undefined ? [] : ['--policy', write('policy.json', JSON.stringify(policy))]
      const child = spawn('node', [...programArgs(program), ...words], { env: { ...env, ...changed } })
      const capabilities = person === undefined ? {} : { elicitation: {} }
      const client = new Client({ name: 'test', version: '1' }, { capabilities })
      if (person !== undefined)
        client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
          person(params.message) ? { action: 'accept', content: { confirm: true } } : { action: 'decline' },
        )
      await client.connect(stdioTo(child, transcript))
      const call = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
        const { content, isError = false } = (await client.callTool({ name, arguments: args })) as CallToolResult
        const text = content[0]?.type === 'text' ? content[0].text : ''
        return { isError, value: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { said: text } }
      }
      const kill = async () => {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      return { client, call, kill, leave: () => client.close() }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function stdioTo(child: ChildProcess, transcript: string[]): Transport {
  const buffer = new ReadBuffer()
  const transport: Transport = {
    async start() {
      child.stderr?.on('data', (chunk: Buffer) => transcript.push(chunk.toString()))
      child.once('exit', () => transport.onclose?.())
      child.stdout?.on('data', (chunk: Buffer) => {
        transcript.push(chunk.toString())
        buffer.append(chunk)
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message)
      })
    },
    async send(message) {
      transcript.push(serializeMessage(message))
      child.stdin?.write(serializeMessage(message))
    },
    async close() {
      child.stdin?.end()
    },
  }
  return transport
}
