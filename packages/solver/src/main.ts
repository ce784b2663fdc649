import { commandLine, runCommandLine } from '@tandem/service-kit/command-line'

const program = commandLine(
  'solver',
  'The market maker: funds destinations, claims sources, gives money back by consent.',
)
  .option('--config <file>', 'a JSON object of settings, for what the environment does not set itself')
  .option('--dry-run', 'say what it would do, and send nothing')
  .option('--report', 'sum up the ledger of SOLVER_STATE_DIR by day and asset, and end')
  .option('--print-config', 'print the configuration, with secrets masked, and end')
  .addHelpText('after', '\nSettings are environment variables: docs/settings.md.')
  .action(async (options) =>
    options.report === true
      ? (await import('./print-report.ts')).printReport(options)
      : (await import('./run.ts')).run(options),
  )

await runCommandLine(program)
