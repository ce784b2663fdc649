import { describe, expect, it } from '@jest/globals'
import { type Header, makeRangeSize } from '@tandem/chain'
import type { Hex } from 'viem'
import type { ChainReader } from './chain-reader.ts'
import type { Cursor } from './ports.ts'
import { type ReadPoll, readAhead, readStep } from './read-step.ts'
import { DeepReorgError } from './reorg.ts'

const remembered = 40n
const hashOf = (number: number, branch = 'a'): Hex => `0x${branch}${number}`

/** A chain up to this head, whose blocks from `fork` on belong to another branch. */
function chainOf(head: number, fork = head + 1): Header[] {
  const branchOf = (number: number) => (number >= fork ? 'b' : 'a')
  return Array.from({ length: head + 1 }, (_, number) => ({
    number: BigInt(number),
    timestamp: number,
    logsBloom: '0x',
    hash: hashOf(number, branchOf(number)),
    parentHash: hashOf(number - 1, branchOf(number - 1)),
  })) as unknown as Header[]
}

/** A watcher that has read branch `a` up to its cursor, and remembers the blocks below. */
function pollOn(chain: readonly Header[]): ReadPoll {
  const at = (number: bigint) => {
    const header = chain[Number(number)]
    if (header === undefined) throw new Error('no such block')
    return header
  }
  const reader = {
    head: async () => chain.at(-1),
    header: async (number: bigint) => at(number),
    linked: async (from: bigint, top: Header) => chain.slice(Number(from), Number(top.number) + 1),
    eventsOf: async () => [],
    eventsIn: async () => [],
  } as unknown as ChainReader
  const store = {
    rememberedBlocks: remembered,
    blocksDownFrom: async (number: bigint) =>
      Array.from({ length: Number(remembered) }, (_, below): Cursor => {
        const block = Number(number) - below
        return { number: BigInt(block), hash: hashOf(block) }
      }),
  } as unknown as ReadPoll['store']
  return { config: {} as ReadPoll['config'], reader, store, memory: { steps: makeRangeSize(1_000) } }
}
const cursor = (number: number): Cursor => ({ number: BigInt(number), hash: hashOf(number) })

describe('readStep', () => {
  it.each([
    ['a longer branch leaves out the last block', chainOf(105, 100), 100, 99n],
    ['a longer branch leaves out many blocks', chainOf(120, 81), 100, 80n],
    ['a branch of the same height has another last block', chainOf(100, 98), 100, 97n],
    ['blocks were replaced far below the head', chainOf(500, 90), 100, 89n],
  ])('goes back to the newest block that still stands: %s', async (_case, chain, at, ancestor) => {
    const step = await readStep(pollOn(chain), cursor(at))
    expect(step).toMatchObject({ rollBackTo: ancestor, to: { number: ancestor, hash: hashOf(Number(ancestor)) } })
    expect(step).toMatchObject({ from: cursor(at), blocks: [], events: [] })
    // A step that is read ahead never rolls back what is stored.
    expect(await readAhead(pollOn(chain), cursor(at))).toBeUndefined()
  })

  it.each([
    ['linked blocks', chainOf(105), 100, 105n],
    ['a range', chainOf(500), 100, 460n],
  ])('goes on while the cursor stands: %s', async (_case, chain, at, to) => {
    const step = await readStep(pollOn(chain), cursor(at))
    expect(step).toMatchObject({ from: cursor(at), to: { number: to } })
    expect(step).not.toHaveProperty('rollBackTo')
  })

  it('takes nothing back by a head below the cursor, which says nothing of blocks above', async () => {
    expect(await readStep(pollOn(chainOf(99, 90)), cursor(100))).toBe('behind')
  })

  it('takes nothing back where every remembered block was replaced', async () => {
    await expect(readStep(pollOn(chainOf(105, 50)), cursor(100))).rejects.toThrow(DeepReorgError)
  })
})
