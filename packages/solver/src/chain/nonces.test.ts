import { describe, expect, it } from '@jest/globals'
import { makeQuorum } from '@tandem/chain'
import { createClient, custom, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeNonces } from './nonces.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** The nonces of an account over endpoints that report these counts. A test may change a count later. */
function noncesOf(...counts: { latest: number; pending: number }[]) {
  const endpoints = counts.map((said, index) => {
    const request = async ({ params: [, at] }: { params: ['', 'latest' | 'pending'] }) => numberToHex(said[at])
    return { name: `e${index}`, client: createClient({ transport: custom({ request } as never, { retryCount: 0 }) }) }
  })
  return makeNonces({ account, quorum: makeQuorum(endpoints, { chain: 'test', budgetMs: 1_000 }) })
}

describe('the nonces', () => {
  it('begin with the count of the pool, and go on by our own counter while any is under way', async () => {
    const said = { latest: 5, pending: 7 }
    const nonces = noncesOf(said)
    expect([await nonces.take(), await nonces.take()]).toEqual([7n, 8n])
    said.pending = 20
    expect(await nonces.take()).toBe(9n)
    for (const nonce of [7n, 8n, 9n]) nonces.end(nonce)
    expect(await nonces.take()).toBe(20n)
  })

  it('are never given out twice, though a node has forgotten ours', async () => {
    const said = { latest: 5, pending: 5 }
    const nonces = noncesOf(said)
    nonces.hold(5n)
    nonces.hold(6n)
    expect(await nonces.take()).toBe(7n)
    for (const nonce of [5n, 6n, 7n]) nonces.end(nonce)
    expect(await nonces.take()).toBe(8n)
  })

  it.each([
    ['far more', 1_000_001],
    ['none', 0],
  ])('are those that two of three endpoints say, where another one counts %s', async (_what, count) => {
    const honest = { latest: 5, pending: 5 }
    expect(await noncesOf({ latest: count, pending: count }, honest, honest).take()).toBe(5n)
  })

  it('fill what lies below ours, once', async () => {
    const said = { latest: 5, pending: 7 }
    const nonces = noncesOf(said)
    await nonces.take()
    expect(await nonces.takeGaps()).toEqual([5n, 6n])
    expect(await nonces.takeGaps()).toEqual([])
  })

  it('are out of reach where too many lie below them, and are counted anew then', async () => {
    const said = { latest: 5, pending: 1_000 }
    const nonces = noncesOf(said)
    const far = await nonces.take()
    expect([await nonces.takeGaps(), nonces.isOutOfReach(far)]).toEqual([[], true])
    said.pending = 5
    expect(await nonces.take()).toBe(5n)
    expect(nonces.isOutOfReach(5n)).toBe(false)
  })
})
