/**
 * `node scripts/run.mjs verification:escrow --out FOLDER`: writes the standard JSON input of solc 0.8.28 for EscrowRegistry and
 * HopBridge, as block explorers ask for it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { standardJsonOf } from './standard-json.ts'

new Command('node scripts/run.mjs verification:escrow')
  .description('Writes the standard JSON input by which block explorers verify the contracts (solc 0.8.28).')
  .requiredOption('--out <folder>', 'where to write EscrowRegistry.json and HopBridge.json')
  .showHelpAfterError()
  .action(({ out }: { out: string }) => {
    mkdirSync(out, { recursive: true })
    for (const contract of ['EscrowRegistry', 'HopBridge']) {
      const file = join(out, `${contract}.json`)
      writeFileSync(file, `${JSON.stringify(standardJsonOf(contract), null, 2)}\n`)
      console.log(`wrote ${file}: contract contracts/${contract}.sol:${contract}`)
    }
  })
  .parse()
