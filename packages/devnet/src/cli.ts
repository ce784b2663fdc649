import type { InitiationPath } from '@tandem/sdk'
import { Argument, Command, CommanderError, Option } from 'commander'

/** The names of the paths are written out here, so that `--help` loads nothing else. */
const paths = Object.keys({
  native: true,
  permit: true,
  signed: true,
  prefunded: true,
  permit2: true,
  eip3009: true,
} satisfies Record<InitiationPath, true>)

/** Whether the user has pressed Ctrl-C, or SIGTERM came. Nothing is printed after that, because what fails then fails because of it. */
let isStopping = false

const write = (line: string) => {
  if (!isStopping) process.stdout.write(`${line}\n`)
}

/** Stops what has started on Ctrl-C or SIGTERM, and leaves with the exit status that a shell expects. */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      write('\nstopping')
      isStopping = true
      void stop().finally(() => process.exit(status))
    })
  }
}

const program = new Command('tandem-devnet')
  .description('Everything on one machine: chains, contracts, both services, the solver, and swaps on them.')
  .showHelpAfterError()
  .exitOverride()

program
  .command('demo')
  .description('a whole swap, from quote to completed (npm run demo)')
  .addOption(new Option('--path <path>', 'how the user initiates').choices(paths).default('permit'))
  .option('--hop', 'over a bridge, to a layer-1 chain without escrows', false)
  .option('--cancel', 'a swap whose market maker never answers: refunded on chain', false)
  .addOption(
    new Option('--servers-die', 'both services and the market maker are killed in mid-swap: it ends without them')
      .default(false)
      .conflicts(['hop', 'cancel']),
  )
  .action(
    async ({
      path,
      hop,
      cancel,
      serversDie,
    }: Record<'hop' | 'cancel' | 'serversDie', boolean> & { path: InitiationPath }) => {
      write('\nloading')
      const { runDemo } = await import('./demo.ts')
      const isGood = await runDemo(
        { path, isCancelled: cancel, isAbandoned: serversDie, isHop: hop, write },
        stopOnSignal,
      )
      process.exitCode = isGood ? 0 : 1
    },
  )

program
  .command('dev')
  .description('leaves everything running, on fixed ports; prints URLs, keys and commands (npm run dev)')
  .option('--stats-cache-secs <seconds>', 'how long the statistics are kept; two minutes as in production', '120')
  .option('--watch', 'restarts a service when its source changes')
  .action(async ({ statsCacheSecs, watch }: { statsCacheSecs: string; watch?: true }) => {
    const { startDev } = await import('./dev.ts')
    if (!/^\d{1,5}$/.test(statsCacheSecs)) throw new TypeError('--stats-cache-secs is a whole number of seconds')
    await startDev({ statsCacheSecs: Number(statsCacheSecs), isWatching: watch === true }, write, stopOnSignal)
    await new Promise<never>(() => undefined)
  })

program
  .command('hops')
  .description("looks after a hop's message (node scripts/run.mjs hops)")
  .addArgument(
    new Argument(
      '<what>',
      'status: how far it is, on both of its chains; retry: announces it again when the final chain has not received it, ' +
        'executes it again with more gas when it failed there',
    ).choices(['status', 'retry']),
  )
  .argument('<message id>', "an order's destination_intent.bridge_message_id")
  .addHelpText(
    'after',
    `
Environment:
  NETWORK_FILE   the network file that the services read
  RPC_URLS       JSON, endpoints by chain: of the hub and of the final chain
  HOPS_KEY       a private key that pays for the gas on both; any funded one will do`,
  )
  .action(async (what: 'status' | 'retry', messageId: string) => {
    const { runHops } = await import('./hops.ts')
    await runHops(what, messageId, write)
  })

program
  .command('deploy')
  .description('deploys on the chains of RPC_URLS, and writes the network file; does nothing where all of it stands')
  .requiredOption('--out <file>', 'the network file')
  .action(async ({ out }: { out: string }) => {
    const { deployToFile } = await import('./deploy-to-file.ts')
    await deployToFile(out, write)
  })

program
  .command('relay')
  .description('carries the messages of hops from devnet_b to devnet_l1, of RPC_URLS, until it is stopped')
  .action(async () => {
    const { relayUntilStopped } = await import('./deploy-to-file.ts')
    await relayUntilStopped(write, stopOnSignal)
  })

// Keeps the process alive while it waits for a signal.
const alive = setInterval(() => undefined, 60_000)
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else if (!isStopping) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof TypeError ? 2 : 1
  }
} finally {
  clearInterval(alive)
}
