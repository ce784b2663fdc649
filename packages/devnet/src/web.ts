import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launch, programArgs, type Running } from '@tandem/local-services'
import { accounts } from './accounts.ts'
import { servicePort } from './service-port.ts'
import { root, type Stack } from './stack.ts'

const webDir = join(root, 'packages/web')

/** Builds the page, which {@link startPages} then serves. */
export async function buildWeb(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(webDir, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    // `NODE_ENV` is set, because the caller may be a test, and the page is the one that users get.
    { cwd: webDir, env: { ...process.env, NODE_ENV: 'production' } },
  )
}

/**
 * Serves the page with the stack's network pinned, its chains as the browser's endpoints, and the wallet of its user.
 * @param ports.web by default a free one.
 */
export async function startPages(
  { baseUrl, relayerUrl, networkFile, chains, logDir }: Stack,
  ports: { web?: number } = {},
): Promise<Running & { url: string }> {
  const port = ports.web ?? (await servicePort())
  const url = `http://127.0.0.1:${port}`
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
      PORT: String(port),
      DEVNET_USER: accounts.user.address,
    },
    isReady: async () => (await fetch(`${url}/config.json`)).ok,
  })
  return { ...running, url }
}
