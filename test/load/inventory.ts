/**
 * `npm run bench -- inventory`: many swaps at once against a maker that can pay for half of them. Exactly what can be paid is
 * accepted, and every order that is accepted is completed. Exits with 1 otherwise.
 */
import { parseArgs } from 'node:util'
import { runAll, swapAgainstInventory } from '../support/inventory-run.ts'
import { startMakerStack } from '../support/maker-stack.ts'

const { values } = parseArgs({
  options: {
    swaps: { type: 'string', default: '200' },
    inventory: { type: 'string', default: '100' },
    settle: { type: 'string', default: 'true' },
  },
})
const [swaps, inventory] = [Number(values.swaps), Number(values.inventory)]
const write = (text: string) => process.stdout.write(`${text}\n`)

// Room for as many orders of one user as there are swaps, and quotes that outlive a busy machine.
const makers = await startMakerStack({
  isDurable: true,
  orderbook: {
    MAX_UNFUNDED: '0',
    QUOTE_TTL_SECS: '120',
  },
})
try {
  const began = performance.now()
  const secs = () => ((performance.now() - began) / 1000).toFixed(1)
  const { accepted, refused } = await swapAgainstInventory(makers.stack, { swaps, inventory })
  const others = Object.entries(refused).map(([code, count]) => `${code} ${count}`)
  write(`${swaps} swaps at once, inventory for ${inventory}: ${accepted.length} accepted after ${secs()} s`)
  write(`refused: ${others.join(', ') || 'none'}`)
  if (values.settle === 'true') {
    const ends = await runAll(makers.stack, accepted, 600_000)
    const counts = Object.entries(ends).map(([end, count]) => `${end} ${count}`)
    write(`the ${accepted.length} accepted ended after ${secs()} s: ${counts.join(', ')}`)
    if (ends.completed !== accepted.length) process.exitCode = 1
  }
  if (accepted.length !== Math.min(swaps, inventory)) process.exitCode = 1
} finally {
  await makers.stop()
}
