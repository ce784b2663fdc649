import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { accounts } from './accounts.ts'
import type { DevnetChainHandle, Stack } from './stack.ts'

const processNames = ['orderbook', 'relayer', 'solver'] as const
type ProcessName = (typeof processNames)[number]

/** Blocks: more than the devnet's confirmations: confirmed facts are taken back. */
const reorgDepth = 5
/** As {@link startStack} starts anvil. */
const blockSecs = 1
const logLines = 200

/** For a devnet on this machine only: it gives out keys and stops processes. */
export interface Playground {
  url: string
  /** Whether a person stopped the process: then nothing starts it again. */
  isStopped(name: ProcessName): boolean
  stop(): Promise<void>
}

/**
 * @param options.origin of the page; no other page may ask.
 * @param options.port by default a free one.
 */
export async function startPlayground(
  stack: Stack,
  { origin, port = 0 }: { origin: string; port?: number },
): Promise<Playground> {
  const stopped = new Set<ProcessName>()
  const paused = new Set<string>()
  const act = actionsOf(stack, { stopped, paused })
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => send(res, 500, { error: String(error) }))
  })

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A page of another origin can send, and must not be obeyed.
    if (req.headers.origin !== origin) return send(res, 403, { error: 'this page may not ask' })
    res.setHeader('Access-Control-Allow-Origin', origin)
    const path = new URL(req.url ?? '/', 'http://127.0.0.1').pathname
    if (req.method === 'GET' && path === '/state') return send(res, 200, await stateOf(stack, { stopped, paused }))
    const [kind = '', name = '', what = ''] = path.split('/').slice(1)
    if (req.method === 'GET' && kind === 'logs') return send(res, 200, { lines: tailOf(stack, name) })
    const action = req.method === 'POST' ? act[`${kind}/${what}`] : undefined
    if (action === undefined || !(await action(name))) return send(res, 404, { error: 'there is no such thing' })
    send(res, 200, await stateOf(stack, { stopped, paused }))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isStopped: (name) => stopped.has(name),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(body))
}

interface Held {
  stopped: Set<ProcessName>
  paused: Set<string>
}

function actionsOf(stack: Stack, { stopped, paused }: Held): Record<string, (name: string) => Promise<boolean>> {
  const withProcess = (work: (name: ProcessName) => Promise<void>) => async (given: string) => {
    const name = processNames.find((one) => one === given)
    if (name !== undefined) await work(name)
    return name !== undefined
  }
  const withChain = (work: (chain: DevnetChainHandle) => Promise<unknown>) => async (given: string) => {
    const chain = Object.values(stack.chains).find(({ name }) => name === given)
    if (chain !== undefined) await work(chain)
    return chain !== undefined
  }
  return {
    'processes/stop': withProcess(async (name) => {
      stopped.add(name)
      await stack[name].stop()
    }),
    'processes/start': withProcess(async (name) => {
      await stack[name].restart()
      stopped.delete(name)
    }),
    'chains/pause': withChain(async ({ name, control }) => {
      await control.setAutomine(false)
      await control.setIntervalMining({ interval: 0 })
      paused.add(name)
    }),
    'chains/resume': withChain(async ({ name, control }) => {
      await control.setIntervalMining({ interval: blockSecs })
      paused.delete(name)
    }),
    'chains/reorg': withChain(({ control }) =>
      control.request({ method: 'anvil_reorg', params: [reorgDepth, []] } as never),
    ),
  }
}

async function stateOf(stack: Stack, { stopped, paused }: Held) {
  const urls = { orderbook: stack.baseUrl, relayer: stack.relayerUrl, solver: stack.solverUrl }
  const chains = Object.values(stack.chains).map(async ({ name, anvil, control }) => {
    const { number, timestamp } = await control.getBlock()
    return {
      name,
      chain_id: anvil.chainId,
      rpc_url: anvil.rpcUrl,
      block: Number(number),
      timestamp: Number(timestamp),
      is_paused: paused.has(name),
    }
  })
  return {
    processes: processNames.map((name) => ({
      name,
      url: urls[name],
      pid: stack[name].pid,
      is_running: !stopped.has(name),
    })),
    chains: await Promise.all(chains),
    accounts: Object.entries(accounts).map(([name, { address, privateKey }]) => ({
      name,
      address,
      private_key: privateKey,
    })),
    log_dir: stack.logDir,
    reorg_depth: reorgDepth,
  }
}

function tailOf({ logDir }: Stack, given: string): string[] {
  const name = [...processNames, 'web'].find((one) => one === given)
  const file = join(logDir, `${name}.log`)
  if (name === undefined || !existsSync(file)) return []
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-logLines)
}
