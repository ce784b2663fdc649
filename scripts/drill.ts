/** `npm run drill -- NAME`: rehearses a bad day on a devnet, and prints the times. */
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

program
  .command('rpc')
  .description('counts what each process asks of its chains, idle and during a swap')
  .option('--seconds <s>', 'how long it counts while nothing happens', '60')
  .action(async ({ seconds }: { seconds: string }) => {
    await (await import('./drills/rpc.ts')).rpcDrill(Number(seconds))
  })

program
  .command('keys')
  .description('every key is changed while work is open: signers, encryption, API, solver')
  .action(async () => {
    process.exitCode = (await (await import('./drills/keys.ts')).keysDrill()) ? 0 : 1
  })

program
  .command('engines')
  .description(
    'two of each service on PgBouncer, a PostgreSQL with a standby, and a Redis Cluster: a restart, two failovers',
  )
  .option('--swaps <n>', 'in all', '200')
  .option('--at-once <n>', 'swaps under way', '4')
  .action(async ({ swaps, atOnce }: { swaps: string; atOnce: string }) => {
    const { enginesDrill } = await import('./drills/engines.ts')
    process.exitCode = (await enginesDrill(Number(swaps), Number(atOnce))) ? 0 : 1
  })

await program.parseAsync()
