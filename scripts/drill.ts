/** `npm run drill -- restore`: rehearses a restore on a devnet, and prints the times. */
import { Command } from 'commander'

const program = new Command('npm run drill --')
  .description('Rehearses an operation on a devnet of its own, and says how long it took and what was lost.')
  .showHelpAfterError()

program
  .command('restore')
  .description('both databases are lost and restored from a backup, with swaps before and after it')
  .option('--swaps <n>', 'before the backup, and after it', '3')
  .action(async ({ swaps }: { swaps: string }) => {
    process.exitCode = (await (await import('./drills/restore.ts')).restoreDrill(Number(swaps))) ? 0 : 1
  })

await program.parseAsync()
