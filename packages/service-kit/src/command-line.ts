import { Command, CommanderError } from 'commander'

export function commandLine(name: string, description: string): Command {
  return new Command(name).description(description).showHelpAfterError().exitOverride().allowExcessArguments(false)
}

/**
 * Runs a command line. Help ends with exit code 0, a mistake in the arguments with 2. Actions import what they need
 * when they run.
 */
export async function runCommandLine(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}
