import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from '@tandem/contracts'
import { type InitiationPath, initiationPaths } from '@tandem/sdk'
import { runDemo } from './demo.ts'
import { deployNetwork } from './deploy-network.ts'
import { startDev } from './dev.ts'
import { runHops } from './hops.ts'

const usage = `Usage:
  npm run demo                          a whole swap, from quote to completed
  npm run demo -- --path PATH           how the user initiates: ${initiationPaths.join(', ')} (permit by default)
  npm run demo -- --hop                 over a bridge, to a layer-1 chain without escrows
  npm run demo -- --cancel              a swap whose market maker never answers: refunded on chain
  npm run hops                          looks after a hop's message: status, retry
  npm run dev                           leaves everything running; prints URLs, keys and commands
  cli.js deploy --out FILE              deploys on the chains of RPC_URLS, writes the network file`

/** The first of them is used. */
const rpcUrls = z.tuple([z.url()], z.url())

const write = (line: string) => process.stdout.write(`${line}\n`)

/** Ends what has started on Ctrl-C or SIGTERM, and leaves with the status a shell expects. */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      write('\nstopping')
      void stop().finally(() => process.exit(status))
    })
  }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      path: { type: 'string', default: 'permit' },
      cancel: { type: 'boolean', default: false },
      hop: { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}

const isPath = (text: string): text is InitiationPath => (initiationPaths as readonly string[]).includes(text)

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parse(args)
  const [command = 'help', ...rest] = positionals
  if (values.help || command === 'help') {
    write(usage)
    return 0
  }
  if (command === 'hops') {
    await runHops(rest, write)
    return 0
  }
  if (rest.length > 0) throw new TypeError(`unexpected argument: ${rest.join(' ')}`)
  if (command === 'demo') {
    const { path } = values
    if (!isPath(path)) throw new TypeError(`--path is one of ${initiationPaths.join(', ')}, not "${path}"`)
    return (await runDemo({ path, isCancelled: values.cancel, isHop: values.hop, write }, stopOnSignal)) ? 0 : 1
  }
  if (command === 'dev') {
    await startDev(write, stopOnSignal)
    return new Promise<number>(() => undefined)
  }
  if (command === 'deploy') {
    if (values.out === undefined) throw new TypeError('deploy needs --out FILE')
    const urls = z
      .object({ devnet_a: rpcUrls, devnet_b: rpcUrls, devnet_l1: rpcUrls.optional() })
      .parse(JSON.parse(process.env.RPC_URLS ?? '{}'))
    const { devnet_l1: l1 } = urls
    const network = await deployNetwork({
      devnet_a: urls.devnet_a[0],
      devnet_b: urls.devnet_b[0],
      ...(l1 === undefined ? {} : { devnet_l1: l1[0] }),
    })
    writeFileSync(values.out, JSON.stringify(network, null, 2))
    write(`wrote ${values.out}`)
    return 0
  }
  throw new TypeError(`unknown command "${command}"`)
}

// Keeps the process alive while it waits for a signal.
const alive = setInterval(() => undefined, 60_000)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? `\n${usage}\n` : ''}`)
  process.exitCode = isUsage ? 2 : 1
} finally {
  clearInterval(alive)
}
