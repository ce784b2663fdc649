import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launch, programArgs, type Running, startedParts } from '@tandem/local-services'
import { type Playground, startPlayground } from './playground.ts'
import { servicePort } from './service-port.ts'
import { root, type Stack } from './stack.ts'

const webDir = join(root, 'packages/web')

/** Needed before {@link startPages}. */
export async function buildWeb(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(webDir, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    // The caller may be a test; the page is the one that users get.
    { cwd: webDir, env: { ...process.env, NODE_ENV: 'production' } },
  )
}

/**
 * With the stack's network pinned, and its chains as the browser's endpoints.
 * @param options.port by default a free one.
 * @param options.playgroundUrl of {@link startPlayground}; without it there is no playground page.
 */
async function startWeb(
  { baseUrl, relayerUrl, networkFile, chains, logDir }: Stack,
  { port, playgroundUrl }: { port?: number; playgroundUrl?: string } = {},
): Promise<Running & { url: string }> {
  const listensOn = port ?? (await servicePort())
  const url = `http://127.0.0.1:${listensOn}`
  const rpcUrls = Object.fromEntries(Object.values(chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))
  const running = await launch({
    name: 'web',
    command: process.execPath,
    args: programArgs(join(webDir, 'src/serve/main.ts')),
    logFile: join(logDir, 'web.log'),
    stopSignal: 'SIGTERM',
    env: {
      PATH: process.env.PATH,
      ORDERBOOK_URL: baseUrl,
      RELAYER_URL: relayerUrl,
      NETWORK_FILE: networkFile,
      RPC_URLS: JSON.stringify(rpcUrls),
      PORT: String(listensOn),
      ...(playgroundUrl === undefined ? {} : { PLAYGROUND_URL: playgroundUrl }),
    },
    isReady: async () => (await fetch(`${url}/config.json`)).ok,
  })
  return { ...running, url }
}

export async function startPages(
  stack: Stack,
  ports: { web?: number; playground?: number } = {},
): Promise<{ url: string; playground: Playground; stop(): Promise<void> }> {
  const port = ports.web ?? (await servicePort())
  const parts = startedParts()
  return parts.allOrNone(async () => {
    const options = {
      origin: `http://127.0.0.1:${port}`,
      ...(ports.playground === undefined ? {} : { port: ports.playground }),
    }
    const playground = await parts.keep(startPlayground(stack, options))
    const { url } = await parts.keep(startWeb(stack, { port, playgroundUrl: playground.url }))
    return { url, playground, stop: parts.end }
  })
}
