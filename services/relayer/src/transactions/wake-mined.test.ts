import { describe, expect, it } from '@jest/globals'
import type { NonceCounts } from './domain/nonce-counts.ts'
import { makeWakeMined } from './wake-mined.ts'

/** A chain of blocks of 12 s with one signer, a clock that the test moves, and a count of what the chain was asked. */
function setUp({ hasOpenNonces }: { hasOpenNonces: boolean }) {
  const world = {
    ...{ now: 0, head: 1n, counts: [0n, 0n] as NonceCounts, isOpen: hasOpenNonces },
    ...{ heads: 0, oldestMs: [] as (number | undefined)[], countsAsked: 0, woken: [] as bigint[][] },
  }
  const poll = makeWakeMined(
    {
      hasOpenNonces: async () => world.isOpen,
      reopenNonces: async () => undefined,
      wakeMined: async (_signer, { from, below }) => void world.woken.push([from, below]),
    },
    {
      name: 'right',
      signers: ['0x0000000000000000000000000000000000000001'],
      blockTimeMs: 12_000,
      majority: 2,
      headNumber: async (oldestMs) => {
        world.heads += 1
        world.oldestMs.push(oldestMs)
        return world.head
      },
      nonceCounts: async () => {
        world.countsAsked += 1
        return world.counts
      },
    },
    () => world.now,
  )
  /** Polls every 250 ms for this long. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 250) {
      await poll()
      world.now += 250
    }
  }
  return { world, poll, pass }
}

describe('makeWakeMined', () => {
  it('asks six times a minute while nothing is under way', async () => {
    const { world, pass } = setUp({ hasOpenNonces: false })
    await pass(60_000)
    expect([world.heads, world.countsAsked]).toEqual([0, 6])
  })

  it('asks for the head every second while something is under way, and for counts once per block', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    await pass(2_000)
    const { countsAsked } = world
    await pass(5_000)
    expect(world.countsAsked).toBe(countsAsked)
    expect(world.heads).toBeLessThanOrEqual(7)
    world.head = 2n
    world.counts = [1n, 1n]
    await pass(2_000)
    expect(world.countsAsked).toBe(countsAsked + 1)
    expect(world.woken).toEqual([
      [0n, 2n],
      [0n, 2n],
    ])
  })

  it('believes no head that is remembered: each mined request would wait for so long', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    await pass(5_000)
    expect(new Set(world.oldestMs)).toEqual(new Set([0]))
  })

  it('asks for one head more when nothing is under way any longer', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    await pass(5_000)
    const { heads } = world
    world.isOpen = false
    await pass(60_000)
    expect(world.heads).toBe(heads + 1)
  })

  it('wakes what one endpoint counts, though another one says far too many', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    world.counts = [1_000_001n, 0n]
    await pass(10_000)
    world.woken = []
    world.head = 2n
    world.counts = [1_000_001n, 1n]
    await pass(2_000)
    expect(world.woken).toEqual([[0n, 2n]])
  })

  it('counts again shortly while endpoints differ: a slow one needs no block more', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    await pass(2_000)
    world.head = 2n
    world.counts = [1n, 0n]
    await pass(500)
    world.woken = []
    world.counts = [1n, 1n]
    await pass(1_000)
    expect(world.woken).toEqual([[0n, 2n]])
    const { countsAsked } = world
    await pass(5_000)
    expect(world.countsAsked).toBe(countsAsked)
  })

  it('counts no more than a few times for one block, though endpoints never agree', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    world.counts = [1_000_001n, 0n]
    await pass(4_000)
    world.head = 2n
    const { countsAsked } = world
    await pass(7_000)
    expect(world.countsAsked).toBe(countsAsked + 1 + 3)
    world.head = 3n
    await pass(500)
    expect(world.countsAsked).toBeGreaterThan(countsAsked + 4)
  })

  it('counts no sooner again than endpoints may have changed', async () => {
    const { world, poll } = setUp({ hasOpenNonces: true })
    await poll()
    world.now += 100
    await poll()
    world.counts = [1n, 0n]
    world.head = 2n
    world.now += 2_000
    await poll()
    const { countsAsked } = world
    world.now += 199
    await poll()
    expect(world.countsAsked).toBe(countsAsked)
    world.now += 1
    await poll()
    expect(world.countsAsked).toBe(countsAsked + 1)
  })

  it('does not count again for an endpoint that does not answer, nor while nothing is under way', async () => {
    const { world, pass } = setUp({ hasOpenNonces: true })
    world.counts = [1n, undefined]
    await pass(2_000)
    world.head = 2n
    const { countsAsked } = world
    await pass(5_000)
    expect(world.countsAsked).toBe(countsAsked + 1)
    const idle = setUp({ hasOpenNonces: false })
    idle.world.counts = [1n, 0n]
    await idle.pass(60_000)
    expect(idle.world.countsAsked).toBe(6)
  })
})
