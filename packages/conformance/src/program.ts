import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { type Hex, isAddress, isHex } from 'viem'
import type { Check } from './checks.ts'
import { checkMaker } from './maker/check-maker.ts'
import { checkService } from './service/check-service.ts'
import { tableOf } from './table.ts'

/** All that the command reads and writes. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  note(text: string): void
}

interface Options {
  orderbook?: string
  relayer?: string
  rpc: Record<string, string>
  webhook?: string
  maker?: string
  signer?: string
  source?: string
  destination?: string
  amount?: string
  hopFee?: string
  within?: string
  json?: boolean
}

const environment = `
Environment:
  TANDEM_PRIVATE_KEY_FILE  file with the key that pays for a whole swap; or TANDEM_PRIVATE_KEY. Without it nothing is paid
  TANDEM_API_KEY           the deployment's API key, where it wants one
  TANDEM_MAKER_SECRET      the secret that the orderbook shares with the maker

Exit codes: 0 every check passed or was skipped, 1 a check failed, 2 wrong words or a missing setting.`

/** The words of a command that do not fit together. */
class UsageError extends Error {}

/**
 * Checks a deployment, a maker, or both, and prints a table.
 *
 * @param args without the names of Node and of the program.
 * @returns the exit code.
 */
export async function runConformance(args: readonly string[], io: Io): Promise<number> {
  try {
    const options = parse(args, io)
    const checks = [...(await serviceChecks(options, io)), ...(await makerChecks(options, io))]
    io.out(options.json === true ? JSON.stringify(checks) : tableOf(checks))
    return checks.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } catch (error) {
    // Commander has written its own errors and the help already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof UsageError)) throw error
    io.note(error.message)
    return 2
  }
}

function parse(args: readonly string[], io: Io): Options {
  const options = new Command('tandem-conformance')
    .description('Holds a deployment of Tandem, or a maker, against the specification.')
    .option('--orderbook <url>', 'the orderbook; with --relayer')
    .option('--relayer <url>', 'the relayer; with --orderbook')
    .option('--rpc <chain=url>', 'an endpoint of a chain of the swap; repeat it', endpoint, {})
    .option('--webhook <url>', 'a receiver of webhooks that the deployment reaches')
    .option('--maker <url>', "a maker's endpoint; with --signer, --source, --destination and --amount")
    .option('--signer <address>', "the address of the maker's key")
    .option('--source <asset>', 'the asset to swap, instead of the first route')
    .option('--destination <asset>', 'the asset to receive')
    .option('--amount <units>', 'how much of the source, in base units')
    .option('--hop-fee <units>', "the bridge relayer's fee, where the maker is asked for a hop")
    .option('--within <ms>', 'how long the maker may take for an answer; 300 by default')
    .option('--json', 'one JSON document instead of a table')
    .addHelpText('after', environment)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: (text) => io.note(text.trimEnd()) })
    .parse(args, { from: 'user' })
    .opts<Options>()
  if (options.orderbook === undefined && options.maker === undefined)
    throw new UsageError('name a deployment (--orderbook, --relayer) or a maker (--maker); --help says more')
  return options
}

function endpoint(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1 || !URL.canParse(text.slice(at + 1))) throw new UsageError(`"${text}" is not CHAIN=URL`)
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing`)
  return value
}

const base = (url: string) => url.replace(/\/$/, '')

async function serviceChecks(options: Options, { env }: Io): Promise<Check[]> {
  const { orderbook, relayer, rpc, webhook } = options
  if (orderbook === undefined) return []
  const { checks } = await checkService({
    orderbookUrl: base(orderbook),
    relayerUrl: base(required(relayer, '--relayer')),
    apiKey: env.TANDEM_API_KEY,
    trade: options.source === undefined ? undefined : tradeOf(options),
    privateKey: privateKey(env),
    rpcUrls: rpc,
    webhookUrl: webhook,
  })
  return checks
}

function tradeOf({ source, destination, amount }: Options) {
  return {
    source: required(source, '--source'),
    destination: required(destination, '--destination'),
    amount: required(amount, '--amount'),
  }
}

async function makerChecks(options: Options, { env }: Io): Promise<Check[]> {
  if (options.maker === undefined) return []
  const signer = required(options.signer, '--signer')
  if (!isAddress(signer, { strict: false })) throw new UsageError('--signer is not an address')
  const { amount, ...assets } = tradeOf(options)
  return checkMaker({
    endpoint: options.maker,
    secret: required(env.TANDEM_MAKER_SECRET, 'TANDEM_MAKER_SECRET'),
    signer,
    ...assets,
    amount: BigInt(amount),
    hopRelayerFee: options.hopFee,
    answerWithinMs: options.within === undefined ? undefined : Number(options.within),
  })
}

/** A secret is never taken from the command line, where other users of the machine can read it. */
function privateKey({ TANDEM_PRIVATE_KEY_FILE: file, TANDEM_PRIVATE_KEY: text }: Io['env']): Hex | undefined {
  const key = (file === undefined ? text : readFileSync(file, 'utf8'))?.trim()
  if (key === undefined || key === '') return undefined
  // The message does not repeat it.
  if (!isHex(key) || key.length !== 66) throw new UsageError('the key is not 0x and 64 hexadecimal digits')
  return key
}
