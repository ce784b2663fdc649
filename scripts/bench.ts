/** `npm run bench -- NAME [options]`: runs one benchmark script. */
import { spawnSync } from 'node:child_process'
import { Command } from 'commander'

interface Bench {
  name: string
  script: string
  description: string
  /** Each option with its meaning and its default. */
  options: readonly (readonly [flags: string, meaning: string, byDefault?: string])[]
}

const benches: readonly Bench[] = [
  {
    name: 'orderbook',
    script: 'services/orderbook/bench/main.ts',
    description: 'requests to the orderbook beside bare pg and an empty route, with tables of several sizes',
    options: [
      ['--sizes <list>', 'orders in the table, separated by commas', '10000,100000,1000000'],
      ['--seconds <s>', 'of each measurement', '0.7'],
      ['--rounds <n>', 'measurements of each operation', '9'],
      ['--warmup <s>', 'of each operation before it is measured', '3'],
      ['--concurrency <n>', 'requests at once', '16'],
      ['--soak <s>', 'of a load at the end, to see memory', '0'],
      ['--only <text>', 'only the operations whose name holds this'],
      ['--profile <folder>', 'a CPU profile of each server'],
      ['--database <url>', 'filled by node scripts/run.mjs seed, and measured instead of new ones'],
    ],
  },
  {
    name: 'lists',
    script: 'services/orderbook/bench/lists.ts',
    description: 'the SQL of every filter of the order lists, and of every pair of them',
    options: [
      ['--orders <n>', 'in the table', '1000000'],
      ['--runs <n>', 'of each statement, of which the shortest counts', '3'],
      ['--worst <n>', 'lists that are shown, the slowest first', '15'],
      ['--longest <ms>', 'after which a statement is ended', '10000'],
      ['--only <text>', 'only the lists whose name holds this'],
      ['--filters <n>', 'at once: 1 or 2', '2'],
      ['--database <url>', 'filled by node scripts/run.mjs seed --history, and measured instead of a new one'],
    ],
  },
  {
    name: 'flood',
    script: 'services/orderbook/bench/flood.ts',
    description: 'how long honest clients of the orderbook wait while strangers flood it',
    options: [
      ['--orders <n>', 'in the table', '30000'],
      ['--connections <n>', 'of the flood', '20'],
      ['--seconds <s>', 'of the flood', '30'],
      ['--calm <s>', 'before it, and after it', '10'],
      ['--only <text>', 'only the floods whose name holds this'],
    ],
  },
  {
    name: 'streams',
    script: 'services/orderbook/bench/streams.ts',
    description: 'live streams of all orders on one replica: latency, CPU a delivery, memory',
    options: [
      ['--streams <n>', 'open at once', '1000'],
      ['--rate <n>', 'events a second', '5'],
      ['--events <n>', 'in all', '100'],
      ['--profile <folder>', 'a CPU profile of the server'],
    ],
  },
  {
    name: 'webhooks',
    script: 'services/orderbook/bench/webhooks.ts',
    description: 'deliveries to many webhooks, of which some never answer',
    options: [
      ['--webhooks <n>', 'registered', '50'],
      ['--tar-pits <n>', 'of them that never answer', '1'],
      ['--orders <n>', 'in all', '200'],
      ['--rate <n>', 'orders a second', '20'],
    ],
  },
  {
    name: 'quotes',
    script: 'services/orderbook/bench/quotes.ts',
    description: 'how long a quote takes with ten makers, five of them hostile',
    options: [
      ['--quotes <n>', 'that count', '1000'],
      ['--rate <n>', 'a second', '20'],
      ['--warm-up <n>', 'before them, measured apart', '100'],
    ],
  },
  {
    name: 'inventory',
    script: 'test/load/inventory.ts',
    description: 'swaps at once against a maker that can pay for half of them',
    options: [
      ['--swaps <n>', 'at once', '200'],
      ['--inventory <n>', 'swaps that the maker can pay for', '100'],
      ['--settle <bool>', 'whether the accepted ones are run to their end', 'true'],
    ],
  },
  {
    name: 'watcher',
    script: 'services/orderbook/bench/watcher.ts',
    description: 'how fast the watcher reads a long chain, and how much it asks of a chain that is quiet',
    options: [
      ['--blocks <n>', 'of the chain', '20000'],
      ['--events <n>', 'on it', '50000'],
      ['--endpoints <n>', 'of the chain', '1'],
    ],
  },
  {
    name: 'freshness',
    script: 'services/orderbook/bench/freshness.ts',
    description: 'how long an event takes from its block to a client, with many chains',
    options: [
      ['--chains <n>', 'followed at once', '20'],
      ['--blocks <n>', 'on each', '30'],
      ['--block-ms <ms>', 'between two blocks', '1000'],
    ],
  },
  {
    name: 'relayer',
    script: 'services/relayer/bench/main.ts',
    description: 'claims a second, and how long one takes',
    options: [
      ['--claims <n>', 'of each round', '1000'],
      ['--rounds <n>', 'of each measurement', '3'],
      ['--short', 'only the table of claims in the default batches'],
    ],
  },
  {
    name: 'jobs',
    script: 'services/relayer/bench/jobs.ts',
    description: 'what a claim would cost as a BullMQ job of its own (ADR 0004)',
    options: [['--jobs <n>', 'jobs, and rows', '2000']],
  },
  {
    name: 'swap',
    script: 'scripts/bench-swap.ts',
    description: 'how long a whole swap takes beyond the blocks that have to pass',
    options: [
      ['--swaps <n>', 'in all', '200'],
      ['--at-once <n>', 'under way at a time', '4'],
    ],
  },
  {
    name: 'swaps',
    script: 'scripts/bench-swaps.ts',
    description: 'many swaps at once through the SDK, some killed, some abandoned: every balance is compared',
    options: [['--swaps <n>', 'at once', '100']],
  },
  {
    name: 'page',
    script: 'test/page/figures.ts',
    description: 'layout shift, paints and bytes of each page on a slow phone',
    options: [['--runs <n>', 'of each page, of which the median counts', '3']],
  },
  {
    name: 'gas',
    script: 'packages/escrow/scripts/gas.ts',
    description: 'gas of every call of the escrows',
    options: [],
  },
]

const program = new Command('npm run bench --').description('Runs one benchmark.').showHelpAfterError()
for (const { name, script, description, options } of benches) {
  const command = program.command(name).description(description)
  for (const [flags, meaning, byDefault] of options) command.option(flags, meaning, byDefault)
  command.action((given: Record<string, string | true>) => {
    const args = Object.entries(given).flatMap(([option, value]) => {
      const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      return value === true ? [flag] : [flag, value]
    })
    const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
    process.exitCode = spawnSync('node', [...node, script, ...args], { stdio: 'inherit' }).status ?? 1
  })
}
await program.parseAsync()
