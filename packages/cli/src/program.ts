import { readFileSync } from 'node:fs'
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
import { swapsCommand } from './commands/swaps.ts'
import { verifyCommand } from './commands/verify.ts'
import type { Context } from './context.ts'
import { describeFailure, exitCodeMeanings, exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { addSettings, type GlobalOptions, readSettings, settingsHelp } from './settings.ts'

const exitCodesHelp = [
  'Exit codes:',
  ...Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padEnd(4)} ${exitCodeMeanings[name as keyof typeof exitCodes]}`,
  ),
].join('\n')

/** The version in package.json, which is one folder above this file in `src` and in `dist`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * Runs one command. It does not throw: errors are printed.
 *
 * @param args the arguments, without the names of Node and of the program.
 * @returns the exit code.
 * @example
 * process.exitCode = await runCli(process.argv.slice(2), processIo())
 */
export async function runCli(args: readonly string[], terminal: Io): Promise<number> {
  const io = cleanIo(terminal)
  const lines = (write: (line: string) => void) => (text: string) => text.trimEnd().split('\n').forEach(write)
  let exitCode: number = exitCodes.done
  const program = addSettings(new Command('tandem'))
    .description('Swaps across chains, checked against the chains.')
    .version(version)
    .option('--json', 'one JSON document instead of text; its amounts are base units, as on the wire')
    .option('--base-units', 'amounts are given and shown in base units: 25000000 instead of 25 of base:usdc')
    .addHelpText('after', `${settingsHelp}\n\n${exitCodesHelp}`)
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
    swapsCommand,
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
  // Commander has already printed the help, or its own error.
  if (code.startsWith('commander.')) return exitCode
  if (isJson) io.json({ error: { code, message } })
  else io.note(`${code}: ${message}`)
  return exitCode
}
