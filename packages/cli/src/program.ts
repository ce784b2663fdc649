import { Command } from 'commander'
import { type CleanIo, cleanIo } from './clean-io.ts'
import { checkMakerCommand } from './commands/check-maker.ts'
import { doctorCommand } from './commands/doctor.ts'
import { forgetCommand } from './commands/forget.ts'
import { quoteCommand } from './commands/quote.ts'
import { recoverCommand, refundCommand } from './commands/recover.ts'
import { settleCommand } from './commands/settle.ts'
import { statusCommand, watchCommand } from './commands/status.ts'
import { swapCommand } from './commands/swap.ts'
import { verifyCommand } from './commands/verify.ts'
import type { Context } from './context.ts'
import { describeFailure, exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { addSettings, type GlobalOptions, readSettings, settingsHelp } from './settings.ts'

const exitCodesHelp = `
Exit codes: 0 done, 1 failed or a check found something wrong, 2 wrong words or a missing setting, 3 an answer did not
survive verification, 4 a server or an endpoint does not answer, 130 Ctrl-C.`

/**
 * Runs one command.
 *
 * @param args without the names of Node and of the program.
 * @returns the exit code.
 */
export async function runCli(args: readonly string[], terminal: Io): Promise<number> {
  const io = cleanIo(terminal)
  const lines = (write: (line: string) => void) => (text: string) => text.trimEnd().split('\n').forEach(write)
  let exitCode: number = exitCodes.done
  const program = addSettings(new Command('tandem'))
    .description('Swaps across chains, checked against the chains. Amounts are in base units of the asset.')
    .option('--json', 'one JSON document instead of text')
    .addHelpText('after', `${settingsHelp}\n${exitCodesHelp}`)
    .exitOverride()
    .configureOutput({ writeOut: lines(io.out), writeErr: lines(io.note) })
  const context: Context = {
    io,
    settings: () => readSettings(program.opts<GlobalOptions>(), io),
    end: (code) => {
      exitCode = code
    },
  }
  for (const add of [
    quoteCommand,
    swapCommand,
    statusCommand,
    watchCommand,
    refundCommand,
    recoverCommand,
    settleCommand,
    forgetCommand,
    verifyCommand,
    checkMakerCommand,
    doctorCommand,
  ])
    add(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return fail(error, { io, isJson: args.includes('--json') })
  }
}

function fail(error: unknown, { io, isJson }: { io: CleanIo; isJson: boolean }): number {
  const { exitCode, code, message } = describeFailure(error)
  // Commander has written its own errors and the help already.
  if (code.startsWith('commander.')) return exitCode
  if (isJson) io.json({ error: { code, message } })
  else io.note(`${code}: ${message}`)
  return exitCode
}
