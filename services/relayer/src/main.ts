import { commandLine, runCommandLine } from '@tandem/service-kit/command-line'

const program = commandLine('relayer', 'Takes secrets and initiations, and gets their transactions mined exactly once.')
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

await runCommandLine(program)
