import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Network } from '@tandem/contracts'
import {
  type LocalAnvil,
  type LocalPostgres,
  type LocalRedis,
  launch,
  programArgs,
  type Running,
  redisAvailable,
  startAnvil,
  startPostgres,
  startRedis,
} from '@tandem/local-services'
import { accounts } from './accounts.ts'
import { type DevnetChain, type DevnetChainName, devnetChains, devnetL1 } from './chains.ts'
import { type AnvilClient, anvilOf, type DevnetWallet, walletOf } from './clients.ts'
import { deployNetwork, devnetPrices } from './deploy-network.ts'
import { type MessageRelay, startMessageRelay } from './hop/message-relay.ts'
import { servicePort } from './service-port.ts'

/** The folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')

export interface StackOptions {
  /** How long an undelivered hop takes to count as stuck, in seconds; 600 by default. */
  hopStuckAfterSecs?: number
  /** Where the relayer's queue is kept: by default in Redis where that is installed, and otherwise in PostgreSQL. */
  queue?: 'redis' | 'postgres'
  /**
   * If true, commits survive a crash of the machine, as measurements need. By default they survive
   * only a crash of the process.
   */
  isDurable?: boolean
  /** The ports to listen on. By default every process gets a free one. */
  ports?: Partial<Record<'orderbook' | 'relayer' | 'solver' | 'postgres' | DevnetChainName, number>>
  /** Environment variables of a service. They are added to those of the devnet, and win over them. */
  env?: Partial<Record<ServiceName, Record<string, string>>>
  /** Changes the network file after the contracts were deployed. */
  network?: (deployed: Network) => Network
  onProgress?: (part: string) => void
  /** Called before anything starts, with a function that stops everything. */
  onStart?: (stop: () => Promise<void>) => void
}

export interface StackProcess {
  readonly pid: number
  /** Null while it runs, and after a signal ended it. */
  readonly exitCode: number | null
  kill(): Promise<void>
  stop(): Promise<void>
  restart(): Promise<void>
}

/** Another process of a service that runs already. */
export interface StackReplica extends StackProcess {
  readonly url: string
}

export interface DevnetChainHandle {
  name: DevnetChainName
  anvil: LocalAnvil
  control: AnvilClient
  user: DevnetWallet
}

export interface Stack {
  baseUrl: string
  relayerUrl: string
  solverUrl: string
  network: Network
  networkFile: string
  queue: 'redis' | 'postgres'
  chains: Record<DevnetChainName, DevnetChainHandle>
  /** Carries hops from `devnet_b` to `devnet_l1`; it can be paused, and made to fail. */
  relay: MessageRelay
  postgres: LocalPostgres
  redis: LocalRedis | undefined
  orderbook: StackProcess
  relayer: StackProcess
  solver: StackProcess
  startReplica(name: 'orderbook' | 'relayer'): Promise<StackReplica>
  /** The folder in which each process writes its log. */
  logDir: string
  logTails(lines: number): string
  stop(): Promise<void>
}

/** The services whose processes can be stopped and started. */
export const serviceNames = ['orderbook', 'relayer', 'solver'] as const
export type ServiceName = (typeof serviceNames)[number]
const entryPoints: Record<ServiceName, string> = {
  orderbook: 'services/orderbook/src/main.ts',
  relayer: 'services/relayer/src/main.ts',
  solver: 'packages/solver/src/main.ts',
}

/**
 * Starts the whole devnet: PostgreSQL, Redis where it is installed, three chains with the contracts, both services and the
 * solver. If any part fails, the others are ended.
 * @example const stack = await startStack()
 * @example await stack.solver.stop()
 * @throws Error with the last lines of every log, when a part does not start.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const runDir = mkdtempSync(join(tmpdir(), 'tandem-run-'))
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (let part = started.pop(); part !== undefined; part = started.pop()) await part.stop()
    rmSync(runDir, { recursive: true, force: true })
  }
  options.onStart?.(stop)
  try {
    return await assemble(options, runDir, (part) => started.push(part), stop)
  } catch (error) {
    const tails = logTails(runDir, 15)
    await stop()
    throw new Error(`the stack did not start: ${error instanceof Error ? error.message : String(error)}\n${tails}`, {
      cause: error,
    })
  }
}

async function assemble(
  options: StackOptions,
  runDir: string,
  register: (part: { stop(): Promise<void> }) => void,
  stop: () => Promise<void>,
): Promise<Stack> {
  const { onProgress = () => undefined, ports = {} } = options
  const queue = options.queue ?? (redisAvailable() ? 'redis' : 'postgres')
  const keep: Keep = async (name, starting) => {
    const part = await starting
    register(part)
    onProgress(name)
    return part
  }
  const [postgres, redis, anvilA, anvilB, anvilL1] = await startBackends(keep, options, queue)
  const rpcUrls = { devnet_a: anvilA.rpcUrl, devnet_b: anvilB.rpcUrl, devnet_l1: anvilL1.rpcUrl }
  const [deployed] = await settleAll([
    deployNetwork(rpcUrls, onProgress),
    ...(['orderbook', 'relayer'] as const).map(async (name) => {
      const databaseUrl = await postgres.createDatabase(name)
      if (preparedCluster() === undefined) await migrate(name, databaseUrl)
      onProgress(`database of the ${name}`)
    }),
  ])
  const relay = startMessageRelay({
    hub: { rpcUrl: rpcUrls.devnet_b },
    l1: { rpcUrl: rpcUrls.devnet_l1 },
    privateKey: accounts.messageRelay.privateKey,
  })
  register(relay)
  const network = options.network?.(deployed) ?? deployed
  onProgress('message relay')
  const networkFile = join(runDir, 'network.json')
  writeFileSync(networkFile, JSON.stringify(network, null, 2))

  const servicePorts = await servicePortsOf(ports)
  const [baseUrl, relayerUrl, solverUrl] = [
    urlOf(servicePorts.orderbook),
    urlOf(servicePorts.relayer),
    urlOf(servicePorts.solver),
  ]
  const environments = environmentsOf({
    ...{ runDir, networkFile, rpcUrls, redisUrl: redis?.url, options },
    databaseUrl: (name) => postgres.url(name),
    ports: servicePorts,
  })
  const { service, startReplica } = makeServiceStarter({ runDir, environments, keep })
  const orderbook = await service('orderbook', baseUrl)
  const [relayer, solver] = await settleAll([service('relayer', relayerUrl), service('solver', solverUrl)])

  return {
    baseUrl,
    relayerUrl,
    solverUrl,
    network,
    networkFile,
    queue,
    chains: {
      devnet_a: handle(devnetChains[0], anvilA),
      devnet_b: handle(devnetChains[1], anvilB),
      devnet_l1: handle(devnetL1, anvilL1),
    },
    relay,
    postgres,
    redis,
    orderbook,
    relayer,
    solver,
    startReplica,
    logDir: runDir,
    logTails: (lines) => logTails(runDir, lines),
    stop,
  }
}

type Keep = <T extends { stop(): Promise<void> }>(name: string, starting: Promise<T>) => Promise<T>

type Ports = NonNullable<StackOptions['ports']>

/**
 * A stopped PostgreSQL with the migrated databases. The set-up of the tests makes it, because a dozen suites start a
 * stack.
 */
const preparedCluster = (): string | undefined => process.env.TANDEM_TEST_CLUSTER

function startBackends(keep: Keep, { ports = {}, isDurable = false }: StackOptions, queue: Stack['queue']) {
  const portOf = (name: keyof Ports) => (ports[name] === undefined ? {} : { port: ports[name] })
  const anvil = (chain: DevnetChain) =>
    keep(chain.name, startAnvil({ chainId: chain.chainId, blockTimeSecs: 1, mixedMining: true, ...portOf(chain.name) }))
  const prepared = preparedCluster()
  const copyOf = prepared === undefined ? {} : { copyOf: prepared }
  return settleAll([
    keep('PostgreSQL', startPostgres({ fast: !isDurable, ...copyOf, ...portOf('postgres') })),
    queue === 'redis' ? keep('Redis', startRedis()) : Promise.resolve(undefined),
    anvil(devnetChains[0]),
    anvil(devnetChains[1]),
    anvil(devnetL1),
  ])
}

const servicePortsOf = async (fixed: Ports): Promise<Record<ServiceName, number>> => ({
  orderbook: fixed.orderbook ?? (await servicePort()),
  relayer: fixed.relayer ?? (await servicePort()),
  solver: fixed.solver ?? (await servicePort()),
})

const urlOf = (port: number) => `http://127.0.0.1:${port}`

interface StarterParts {
  runDir: string
  environments: Readonly<Record<ServiceName, Record<string, string>>>
  keep: Keep
}

function makeServiceStarter({ runDir, environments, keep }: StarterParts) {
  let replicas = 0
  return {
    service: (name: ServiceName, url: string) =>
      keep(name, startProcess(name, environments[name], join(runDir, `${name}.log`), `${url}/ready`)),
    startReplica: async (name: 'orderbook' | 'relayer'): Promise<StackReplica> => {
      const port = await servicePort()
      const url = urlOf(port)
      const [environment, logFile] = [{ ...environments[name], PORT: String(port) }, `${name}-${++replicas}.log`]
      const replica = startProcess(name, environment, join(runDir, logFile), `${url}/ready`)
      return Object.assign(await keep(logFile, replica), { url })
    },
  }
}

const handle = (chain: DevnetChain, local: LocalAnvil): DevnetChainHandle => ({
  name: chain.name,
  anvil: local,
  control: anvilOf(chain, local.rpcUrl),
  user: walletOf(chain, local.rpcUrl, accounts.user.privateKey),
})

interface EnvironmentParts {
  runDir: string
  networkFile: string
  rpcUrls: Readonly<Record<DevnetChainName, string>>
  redisUrl: string | undefined
  databaseUrl: (name: 'orderbook' | 'relayer') => string
  ports: Readonly<Record<ServiceName, number>>
  options: StackOptions
}

/** The services' key for secrets at rest. It is for the devnet only, because everybody knows it. */
const devnetSecretsKey = `0x${'42'.repeat(32)}`

/** A key in the URLs of the services' endpoints, as providers have it. No log and no span may show it. */
export const devnetRpcKey = 'key-of-the-devnets-endpoints'

function environmentsOf(parts: EnvironmentParts): Record<ServiceName, Record<string, string>> {
  const { runDir, networkFile, rpcUrls, redisUrl, databaseUrl, ports, options } = parts
  const baseUrl = `http://127.0.0.1:${ports.orderbook}`
  const byChain = <T>(value: T) => JSON.stringify(Object.fromEntries(devnetChains.map(({ name }) => [name, value])))
  const shared = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'debug',
    // This is long, because on a busy machine a slow answer is no outage.
    DATABASE_ANSWER_TIMEOUT_MS: '20000',
    NETWORK_FILE: networkFile,
    RPC_URLS: JSON.stringify(
      Object.fromEntries(Object.entries(rpcUrls).map(([name, url]) => [name, [`${url}/?key=${devnetRpcKey}`]])),
    ),
  }
  return {
    orderbook: {
      ...shared,
      PORT: String(ports.orderbook),
      PUBLIC_URL: baseUrl,
      DATABASE_URL: databaseUrl('orderbook'),
      STATIC_PRICES: JSON.stringify(devnetPrices),
      SECRETS_KEY: devnetSecretsKey,
      STATS_CACHE_SECS: '0',
      // Quotes charge nothing for gas, because anvil's gas costs as much as on a busy mainnet.
      NETWORK_FEE_MAX_USD: '0',
      // This is a year, because demos and tests move the chains' clocks ahead.
      CHAIN_MAX_AHEAD_SECS: '31536000',
      HOP_STUCK_AFTER_SECS: String(options.hopStuckAfterSecs ?? 600),
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_MS: '0',
      ...options.env?.orderbook,
    },
    relayer: {
      ...shared,
      PORT: String(ports.relayer),
      DATABASE_URL: databaseUrl('relayer'),
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
      ORDERBOOK_URL: baseUrl,
      ORDERBOOK_TIMEOUT_MS: '20000',
      SECRETS_KEY: devnetSecretsKey,
      SIGNERS: byChain([accounts.relayer.privateKey]),
      SPONSORING: byChain('unlimited'),
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_MS: '0',
      ...options.env?.relayer,
    },
    solver: {
      ...shared,
      PORT: String(ports.solver),
      ORDERBOOK_URL: baseUrl,
      SOLVER_SIGNERS: byChain(accounts.solver.privateKey),
      SOLVER_STATE_DIR: runDir,
      ...options.env?.solver,
    },
  }
}

/**
 * Waits for all promises even after one has failed, because each part that has started must be
 * ended.
 */
async function settleAll<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work) as unknown as Promise<T>
}

const runFile = promisify(execFile)

async function migrate(name: 'orderbook' | 'relayer', databaseUrl: string): Promise<void> {
  await runFile(process.execPath, [...programArgs(join(root, entryPoints[name])), 'migrate'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
}

async function startProcess(
  name: ServiceName,
  environment: Record<string, string>,
  logFile: string,
  readyUrl: string,
): Promise<StackProcess> {
  const starts = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').split('"service.started"').length - 1 : 0)
  const start = (): Promise<Running> => {
    const before = starts()
    return launch({
      name,
      command: process.execPath,
      args: programArgs(join(root, entryPoints[name])),
      logFile,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: Number(environment.SHUTDOWN_GRACE_MS ?? 0),
      env: { PATH: process.env.PATH, ...environment },
      // The process's own log line is awaited first, because another process might answer on its port.
      isReady: async () => starts() > before && (await fetch(readyUrl)).ok,
    })
  }
  let running = await start()
  return {
    get pid() {
      return running.pid
    },
    get exitCode() {
      return running.exitCode
    },
    kill: () => running.kill(),
    stop: () => running.stop(),
    async restart() {
      await running.stop()
      running = await start()
    },
  }
}

function logTails(dir: string, lines: number): string {
  const logs = readdirSync(dir).filter((file) => file.endsWith('.log'))
  return logs
    .map(
      (file) => `── ${file}\n${readFileSync(join(dir, file), 'utf8').trimEnd().split('\n').slice(-lines).join('\n')}`,
    )
    .join('\n')
}
