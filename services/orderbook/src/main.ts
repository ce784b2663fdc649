import { commandLine, runCommandLine } from '@tandem/service-kit/command-line'
import { InvalidArgumentError } from 'commander'

const print = (line: string) => process.stdout.write(`${line}\n`)

const number = (text: string): string => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return text
}

const program = commandLine('orderbook', 'Quotes and orders, and what the chains say of them.')
  .option('--print-config', 'print the configuration, with secrets masked, and end')
  .addHelpText('after', '\nSettings are environment variables: docs/settings.md.')
  .action(async () => (await import('./run.ts')).run())

program
  .command('migrate')
  .description('bring the database of DATABASE_URL up to date, and end')
  .action(async () => (await import('./migrate.ts')).migrate())

program
  .command('rotate-secrets')
  .description('seal every stored secret with the current SECRETS_KEY, and end; exit with 1 when no key opens one')
  .action(async () => (await import('./rotate.ts')).rotate())

program
  .command('replay')
  .description('derive every order from the event table, and every roll-up from the orders, and repair what differs')
  .option('--check', 'compare only; exit with 1 when something differs', false)
  .option('--chain <name>', 'only the orders with a side on this chain, and no roll-ups, which are of all chains')
  .option('--batch <size>', 'orders read at once', number, '500')
  .action(async (options) => {
    process.exitCode = await (await import('./replay.ts')).replay(options, print)
  })

program
  .command('rescan')
  .description('read the events of some blocks again, and store those that are missing; the watcher may run meanwhile')
  .requiredOption('--chain <name>', 'a chain of NETWORK_FILE, read through RPC_URLS')
  .requiredOption('--from <block>', 'the first block', number)
  .option('--to <block>', 'the last block; by default the last one that the watcher has read', number)
  .option('--check', 'store nothing; exit with 1 when an event is missing', false)
  .action(async (options) => {
    process.exitCode = await (await import('./rescan.ts')).rescan(options, print)
  })

await runCommandLine(program)
