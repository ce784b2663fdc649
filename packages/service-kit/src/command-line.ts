import { Command, CommanderError } from 'commander'

/**
 * The command line of one process: its options and subcommands are added by the caller, who runs it by `runCommandLine`.
 * An option or argument that is not declared is refused, with the usage.
 */
export function commandLine(name: string, description: string): Command {
  return new Command(name).description(description).showHelpAfterError().exitOverride().allowExcessArguments(false)
}

/**
 * Parses this process's arguments and runs what they name. Help ends with 0, wrong words with 2. Actions import what they
 * run when they run it, so that `--help` is answered before anything else is loaded.
 */
export async function runCommandLine(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}
