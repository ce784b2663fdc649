/**
 * `npm run bench -- swaps`: runs many swaps at once through the SDK. Exits with 1 when a swap, or a single base unit,
 * is lost.
 */
import { parseArgs } from 'node:util'
import { startStack } from '@tandem/devnet'
import { runManySwaps } from '../test/support/many-swaps.ts'

const { values } = parseArgs({ options: { swaps: { type: 'string', default: '100' } } })
const stack = await startStack({ isDurable: true })
try {
  const count = Number(values.swaps)
  const { completed, refunded, ended, crashes, seconds, faults } = await runManySwaps(stack, count)
  console.log(`${count} swaps at once on every path and over the bridge`)
  console.log(`  completed ${completed} in ${seconds.toFixed(1)} s, ${crashes} of them after a crash`)
  console.log(`  abandoned ${refunded + ended}: refunded ${refunded}, without anything to take back ${ended}`)
  for (const fault of faults) console.log(`  ✗ ${fault}`)
  console.log(faults.length === 0 ? '  every balance is right to the unit' : `  ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await stack.stop()
}
