import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Network, networkSchema, z } from '@tandem/contracts'
import {
  createClient,
  type SwapOptions,
  type TandemClient,
  type VerifiedChain,
  type Wallet,
  walletSecrets,
} from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import type { Command } from 'commander'
import { type Address, createClient as createChainClient, defineChain, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainTransport } from './chain-transport.ts'
import { collect } from './collect.ts'
import { UsageError } from './failure.ts'
import type { Io } from './io.ts'
import { readTextFile } from './read-text-file.ts'
import { notNamed, serviceFetch } from './service-fetch.ts'

/** The options that every command accepts. */
export interface GlobalOptions {
  orderbook?: string
  relayer?: string
  network?: string
  rpc?: string[]
  state?: string
  json?: boolean
  baseUnits?: boolean
}

/** Adds the options of {@link GlobalOptions}, except `json` and `baseUnits`. */
export const addSettings = (program: Command): Command =>
  program
    .option('--orderbook <url>', 'the orderbook')
    .option('--relayer <url>', 'the relayer')
    .option('--network <file>', 'the chains and assets that you trust: a network file')
    .option('--rpc <chain=url>', 'an endpoint of a chain; repeat it', collect)
    .option('--state <folder>', 'where swaps are kept; ~/.tandem/swaps by default')

export const settingsHelp = `
Environment:
  ORDERBOOK_URL, RELAYER_URL, NETWORK_FILE, TANDEM_STATE   as the options
  RPC_URLS                    endpoints by chain, JSON: {"base":["https://…","https://…"]}
  TANDEM_PRIVATE_KEY_FILE     file with the user's key; or TANDEM_PRIVATE_KEY; otherwise the terminal is asked
Name three endpoints of different operators for each chain: one alone can then neither deceive nor stop you.`

/** The settings of a command. A function throws UsageError when a setting that it needs is missing or unreadable. */
export interface Settings {
  /** True when the answer is printed as JSON. */
  json: boolean
  /** True when amounts are given and printed in base units. */
  isBaseUnits: boolean
  /** True when the user has named a network file. */
  isPinned: boolean
  client(): TandemClient
  network(): Network
  /** The endpoints, by the chain's name. */
  endpoints(): Record<string, string[]>
  store: ReturnType<typeof fileStore>
  stateFolder: string
  wallet(chain: string): Promise<Wallet>
  /** The address of the key in the environment; `undefined` when there is none. It does not ask the user for a key. */
  addressOfKey(): Promise<Address | undefined>
  walletOn(chain: VerifiedChain): Promise<Wallet>
  /** The options of `Swap.start` and `Swap.resume`. */
  swapOptions(wallet: Wallet): SwapOptions
}

/** Reads the settings from the options and the environment. An option takes precedence over the environment. */
export function readSettings(options: GlobalOptions, io: Pick<Io, 'env' | 'note' | 'askSecret'>): Settings {
  const { env } = io
  const stateFolder = options.state ?? env.TANDEM_STATE ?? join(homedir(), '.tandem', 'swaps')
  const store = fileStore(stateFolder)
  let key: Promise<Hex> | undefined
  const settings: Settings = {
    json: options.json === true,
    isBaseUnits: options.baseUnits === true,
    isPinned: (options.network ?? env.NETWORK_FILE) !== undefined,
    stateFolder,
    store,
    client: () => clientOf(options.orderbook ?? env.ORDERBOOK_URL, options.relayer ?? env.RELAYER_URL),
    network: () => readNetwork(options.network ?? env.NETWORK_FILE),
    endpoints: () => readEndpoints(options.rpc, env.RPC_URLS),
    async addressOfKey() {
      if (env.TANDEM_PRIVATE_KEY_FILE === undefined && env.TANDEM_PRIVATE_KEY === undefined) return undefined
      return privateKeyToAccount(await readKey({ env })).address
    },
    async wallet(name) {
      const chain = settings.network().chains.find((one) => one.chain === name)
      if (chain === undefined) throw new UsageError(`${name} is not a chain of the network file`)
      return settings.walletOn(chain)
    },
    async walletOn({ chain: name, chain_id: id, block_time_ms: blockMs }) {
      key ??= readKey(io)
      const urls = settings.endpoints()[name] ?? []
      if (urls.length === 0) throw new UsageError(`${name} has no endpoint: --rpc ${name}=URL, or RPC_URLS`)
      return createChainClient({
        account: privateKeyToAccount(await key),
        chain: defineChain({
          id,
          name,
          nativeCurrency: { name: 'Native token', symbol: 'NATIVE', decimals: 18 },
          rpcUrls: { default: { http: urls } },
        }),
        transport: chainTransport(urls),
        pollingInterval: Math.min(2000, blockMs ?? 2000),
      })
    },
    swapOptions: (wallet) => ({
      client: settings.client(),
      network: settings.network(),
      evidence: { endpoints: settings.endpoints() },
      save: store.save,
      secrets: walletSecrets(wallet, {
        application: 'tandem command line',
        onStoredOnly: () => io.note(`The key cannot make this secret again. Keep ${stateFolder}.`),
      }),
    }),
  }
  return settings
}

function clientOf(baseUrl: string | undefined, relayerUrl: string | undefined): TandemClient {
  return createClient({
    baseUrl: baseUrl ?? notNamed.orderbook,
    relayerUrl: relayerUrl ?? notNamed.relayer,
    fetch: serviceFetch,
  })
}

function readNetwork(file: string | undefined): Network {
  if (file === undefined) throw new UsageError('no network file: --network FILE, or NETWORK_FILE')
  try {
    return networkSchema.parse(JSON.parse(readTextFile(file, '--network, or NETWORK_FILE,')))
  } catch (error) {
    if (error instanceof UsageError) throw error
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new UsageError(`${file} is not a network file: ${reason}`)
  }
}

const endpointsSchema = z.record(z.string(), z.union([z.url().transform((url) => [url]), z.array(z.url()).min(1)]))

function readEndpoints(given: readonly string[] = [], fromEnv: string | undefined): Record<string, string[]> {
  const found = fromEnv === undefined ? {} : parseEndpoints(fromEnv)
  const named: Record<string, string[]> = {}
  for (const one of given) {
    const at = one.indexOf('=')
    if (at < 1 || !URL.canParse(one.slice(at + 1))) throw new UsageError(`"${one}" is not CHAIN=URL`)
    const chain = one.slice(0, at)
    named[chain] = [...(named[chain] ?? []), one.slice(at + 1)]
  }
  return { ...found, ...named }
}

function parseEndpoints(text: string): Record<string, string[]> {
  try {
    return endpointsSchema.parse(JSON.parse(text))
  } catch {
    throw new UsageError('RPC_URLS is not JSON of endpoints by chain: {"base":["https://…"]}')
  }
}

/** Reads the private key. It is never an option, because other users of the machine can read the command line. */
async function readKey({ env, askSecret }: Pick<Io, 'env' | 'askSecret'>): Promise<Hex> {
  const file = env.TANDEM_PRIVATE_KEY_FILE
  const text =
    file === undefined
      ? (env.TANDEM_PRIVATE_KEY ?? (await askSecret?.('Private key (not shown): ')))
      : readTextFile(file, 'TANDEM_PRIVATE_KEY_FILE')
  const key = text?.trim()
  if (key === undefined || key === '')
    throw new UsageError('no key: TANDEM_PRIVATE_KEY_FILE, TANDEM_PRIVATE_KEY, or a terminal to ask at')
  // The message must not contain the key.
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new UsageError('the key is not 0x and 64 hexadecimal digits')
  return key as Hex
}
