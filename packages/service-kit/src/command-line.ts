import { Command, CommanderError } from 'commander'

export function commandLine(name: string, description: string): Command {
  return new Command(name).description(description).showHelpAfterError().exitOverride().allowExcessArguments(false)
}

/** Help ends with 0, wrong words with 2. Actions import lazily. */
export async function runCommandLine(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}
