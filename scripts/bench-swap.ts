/**
 * `npm run bench -- swap`: measures the time of a whole swap beyond its blocks. Exits with 1 when a swap does not
 * complete.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startStack } from '@tandem/devnet'
import { percentile } from '@tandem/local-services'
import { type SwapTimes, timeSwaps } from '../test/support/swap-times.ts'

const { values } = parseArgs({
  options: { swaps: { type: 'string', default: '200' }, 'at-once': { type: 'string', default: '4' } },
})
const [swaps, atOnce] = [Number(values.swaps), Number(values['at-once'])]
const write = (text: string) => process.stdout.write(`${text}\n`)
const onLost = (error: unknown) => write(`lost: ${error instanceof Error ? error.stack : String(error)}`)

const parts = {
  total: 'the whole swap',
  unavoidable: 'blocks that have to pass',
  beyond: 'beyond them',
  quoteAndOrder: '  quote and order',
  initiation: '  to the source escrow',
  filling: '  source counts, to the destination escrow',
  claim: '  destination counts, to its claim',
  makerClaim: "  to the maker's claim",
  notice: '  both count, to the client knowing',
} as const satisfies Record<keyof SwapTimes, string>

// The ports are chosen here, because the orderbook needs those of the WebSockets before the chains
// start.
const names = ['devnet_a', 'devnet_b', 'devnet_l1'] as const
const first = randomInt(20_000, 30_000)
const ports = { devnet_a: first, devnet_b: first + 1, devnet_l1: first + 2 }
const rpcUrls = names.map((name) => [name, [`http://127.0.0.1:${ports[name]}`, `ws://127.0.0.1:${ports[name]}`]])
const stack = await startStack({
  isDurable: true,
  ports,
  env: {
    orderbook: {
      RPC_URLS: JSON.stringify(Object.fromEntries(rpcUrls)),
      MAX_UNFUNDED: '0',
    },
  },
})
try {
  const times = await timeSwaps(stack, { warmUp: 2 * atOnce, swaps, atOnce, onLost })
  write(`${times.length} of ${swaps} swaps completed, ${atOnce} at once; milliseconds`)
  write('| | p50 | p90 | p99 | most |\n|---|---|---|---|---|')
  for (const [part, name] of Object.entries(parts)) {
    const took = times.map((time) => time[part as keyof SwapTimes])
    const cells = [0.5, 0.9, 0.99, 1].map((at) => percentile(took, at).toFixed(0))
    write(`| ${name} | ${cells.join(' | ')} |`)
  }
  process.exitCode = times.length === swaps ? 0 : 1
} finally {
  await stack.stop()
}
