import { join, resolve } from 'node:path'
import { createPublicClient, http } from 'viem'
import { type DevAccount, devAccounts, devMnemonic } from './dev-accounts.ts'
import { onPort } from './free-port.ts'
import { launch } from './launch.ts'
import { type LocalServer, localServer } from './local-server.ts'
import { platformPackageDir } from './platform-package.ts'
import { inWorkingDir } from './working-dir.ts'

export interface AnvilOptions {
  chainId: number
  port?: number
  /** Seconds between two blocks. By default every transaction is mined at once. */
  blockTimeSecs?: number
  /**
   * If true, transactions are mined at once, and empty blocks at the interval of `blockTimeSecs`.
   */
  mixedMining?: boolean
  /** The gas limit of a block; 30 million by default. */
  blockGasLimit?: number
  statePath?: string
  /** The time of the first block, in unix seconds; now by default. */
  timestamp?: number
  /** If true, no past state is kept, so that long chains are mined many times faster. */
  pruneHistory?: boolean
}

export interface LocalAnvil extends LocalServer {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly chainId: number
  /** Anvil's ten accounts with 10,000 ETH each. Never use their keys elsewhere. */
  readonly accounts: readonly DevAccount[]
}

const binaryPackages = {
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
}

export async function startAnvil(options: AnvilOptions): Promise<LocalAnvil> {
  const command = join(platformPackageDir('@foundry-rs/anvil', binaryPackages), 'bin', 'anvil')
  return inWorkingDir('anvil', undefined, (work) =>
    onPort(options.port, async (port) => {
      const rpcUrl = `http://127.0.0.1:${port}`
      const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 1_000 }) })
      const server = await localServer(work, () =>
        launch({
          name: 'anvil',
          command,
          args: anvilArgs(options, port, work.path),
          logFile: join(work.path, 'anvil.log'),
          stopSignal: 'SIGTERM',
          temporaryDir: work.temporaryDir,
          isReady: async () => (await client.getChainId()) === options.chainId,
        }),
      )
      return Object.assign(server, {
        rpcUrl,
        wsUrl: `ws://127.0.0.1:${port}`,
        chainId: options.chainId,
        accounts: devAccounts,
      })
    }),
  )
}

function anvilArgs(options: AnvilOptions, port: number, cacheDir: string): string[] {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(options.chainId)]
  args.push('--quiet', '--mnemonic', devMnemonic, '--cache-path', cacheDir)
  if (options.blockTimeSecs !== undefined) args.push('--block-time', String(options.blockTimeSecs))
  if (options.blockGasLimit !== undefined) args.push('--gas-limit', String(options.blockGasLimit))
  if (options.mixedMining === true) args.push('--mixed-mining')
  if (options.statePath !== undefined) args.push('--state', resolve(options.statePath))
  if (options.pruneHistory === true) args.push('--prune-history')
  if (options.timestamp !== undefined) args.push('--timestamp', String(options.timestamp))
  return args
}
