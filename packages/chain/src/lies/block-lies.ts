import { type Hex, keccak256, toHex } from 'viem'
import { answering, type Block, changingBlocks, lies, resultOf, stateless } from './answers.ts'
import { forgedBranch } from './forged-branch.ts'
import { emptyBloom } from './header.ts'
import type { Answer, Lie } from './lie.ts'

const shifted = (secs: number): Answer =>
  changingBlocks((block) => ({ ...block, timestamp: toHex(Number(block.timestamp) + secs) }))

/** Always names the block that was the head at the first question, or the one `below` blocks under it. */
const stale = (below: number) => (): Answer => {
  let stand: Promise<number> | undefined
  return async (request, honest) => {
    stand ??= resultOf<Hex>(honest, 'eth_blockNumber').then((head) => Math.max(0, Number(head) - below))
    const last = await stand
    const at = toHex(last)
    if (request.method === 'eth_blockNumber') return { result: at }
    if (request.method.startsWith('eth_getTransactionR')) return { result: null }
    const isBeyond = (param: unknown) =>
      typeof param === 'string' && /^0x[0-9a-f]{1,12}$/.test(param) && Number(param) > last
    const params = request.params.map((param) => (param === 'latest' || param === 'pending' ? at : param))
    if (request.method === 'eth_getBlockByNumber' && isBeyond(params[0])) return { result: null }
    return honest({ method: request.method, params })
  }
}

const tagAt = (tag: 'head' | 'zero'): Answer =>
  answering({
    eth_getBlockByNumber: ({ method, params: [block, ...rest] }, honest) =>
      block === 'finalized' || block === 'safe'
        ? honest({ method, params: [tag === 'head' ? 'latest' : '0x0', ...rest] })
        : honest(),
  })

const farAhead: Answer = answering({
  eth_blockNumber: () => ({ result: toHex(10_000_000) }),
  eth_getBlockByNumber: async ({ params: [block] }, honest) => {
    const said = await honest()
    if (block !== 'latest' || 'error' in said) return said
    return {
      result: { ...(said.result as Block), number: toHex(10_000_000), hash: keccak256((said.result as Block).hash) },
    }
  },
})

/** Gives every question a different hash. */
const manyStories = (): Answer => {
  let told = 0
  const other = (block: Block) => {
    told += 1
    return {
      ...block,
      hash: keccak256(toHex(told, { size: 32 })),
      timestamp: toHex(Number(block.timestamp) + (told % 7)),
    }
  }
  return changingBlocks(other)
}

export const blockLies: Lie[] = lies('lying', [
  ['stale', 'stands still at the block it had when the lie began', stale(0)],
  ['lags', 'stands still 35 blocks below the head', stale(35)],
  ['far_ahead', 'names a head ten million blocks up', stateless(farAhead)],
  [
    'ahead_60',
    'puts 60 blocks with true hashes and an invented log on top of the chain',
    forgedBranch({ below: 0, beyond: 60 }),
  ],
  [
    'fork_3',
    'shows a branch with true hashes and an invented log from 3 blocks below the head',
    forgedBranch({ below: 3, beyond: 0 }),
  ],
  [
    'fork_10',
    'shows such a branch from 10 blocks below the head, one block longer than the chain',
    forgedBranch({ below: 10, beyond: 1 }),
  ],
  ['clock_ahead', 'says that every block is 800 seconds later; no hash covers that', stateless(shifted(800))],
  ['clock_behind', 'says that every block is 800 seconds earlier; no hash covers that', stateless(shifted(-800))],
  [
    'other_hashes',
    'names another hash for every block',
    stateless(changingBlocks((block) => ({ ...block, hash: keccak256(block.hash) }))),
  ],
  ['many_stories', 'names another hash and time for a block each time it is asked', manyStories],
  [
    'unproven',
    'changes a field that the hash covers, and no other',
    stateless(changingBlocks((block) => ({ ...block, stateRoot: keccak256(block.hash) }))),
  ],
  [
    'empty_blooms',
    'shows empty bloom filters',
    stateless(changingBlocks((block) => ({ ...block, logsBloom: emptyBloom }))),
  ],
  ['final_at_head', 'calls its head final', stateless(tagAt('head'))],
  ['final_at_zero', 'calls nothing final but the first block', stateless(tagAt('zero'))],
])
