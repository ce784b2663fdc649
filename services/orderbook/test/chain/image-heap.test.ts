/** The watcher in a process with the heap of the image, while one endpoint of three sends oversized answers. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from '@jest/globals'
import { allLies, type Endpoints, endpointsWith } from '@tandem/chain/lies'
import { until } from '@tandem/local-services'
import { KilledProcess } from '../support/killed-process.ts'
import { keep } from '../support/parts.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
const limitMib = 512
/**
 * Node 24 would compute the percentage itself. Here it is computed from a pod's memory limit, for every version of Node.
 */
const heap = (dockerfile.match(/--max-[a-z-]+=\d+/g) ?? []).map((flag) => {
  const [, percentage] = /^--max-old-space-size-percentage=(\d+)$/.exec(flag) ?? []
  return percentage === undefined ? flag : `--max-old-space-size=${Math.floor((limitMib * Number(percentage)) / 100)}`
})
const bombs = allLies.filter(({ kind }) => kind === 'bomb')

const chains = useTwoChains('image_heap')
let ends: Endpoints
let watcher: KilledProcess

beforeAll(async () => {
  const [lie] = bombs
  if (lie === undefined) throw new Error('the kit has no bombs')
  ends = await keep(endpointsWith({ of: 3, at: 'first', chain: chains.anvils.left.rpcUrl, lie }))
  const env = chains.env({ left: ends.urls })
  const own = { NODE_OPTIONS: heap.join(' '), ROLES: 'watcher', LOG_LEVEL: 'info' }
  watcher = new KilledProcess(new URL('../../src/main.ts', import.meta.url), [], { ...env, ...own })
  await keep(Promise.resolve(watcher), (one) => one.kill())
  await watcher.start((line) => (line.includes('service.started') ? true : undefined))
})
it('has the heap of the image', () => {
  expect(heap).toContain('--max-old-space-size=204')
})

it.each(bombs.map((lie) => [lie.describes, lie] as const))(
  'lives and follows its chain while an endpoint of three %s',
  async (_describes, lie) => {
    ends.liar.tell(lie)
    await chains.mine('left', 31)
    const { number } = await chains.head('left')
    await until(
      async () => !watcher.isRunning() || ((await chains.cursor('left'))?.number ?? 0n) >= number,
      'the chain is followed',
    )
    expect(watcher.isRunning()).toBe(true)
  },
)
