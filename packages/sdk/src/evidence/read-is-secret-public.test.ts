import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { makeQuorum } from '@tandem/chain'
import { escrowRegistryAbi } from '@tandem/escrow'
import {
  type Address,
  type Client,
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  toHex,
} from 'viem'
import type { VerifiedChain } from '../known-network.ts'
import { readIsSecretPublic, type ScannedBlocks } from './read-is-secret-public.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const chain = { chain: 'a', chain_id: 1, registry_address: `0x${'3'.repeat(40)}` } as VerifiedChain
const vault = `0x${'5'.repeat(40)}` as Address
const secret = `0x${'ab'.repeat(32)}` as Hex
const hash = `0x${'11'.repeat(32)}` as Hex
/** How many blocks are searched: twice as many as a week has at one block a second, and one more range. */
const reach = 7 * 86_400 * 2 + 2_000

/** The log of a claim of the vault, which contains the secret. */
const claimLog = (blockNumber: number, shown: Hex) => ({
  address: chain.registry_address,
  topics: encodeEventTopics({
    abi: escrowRegistryAbi,
    eventName: 'EscrowClaimed',
    args: { vault, commitmentHash: hash, to: vault },
  }),
  data: encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [shown, 1n]),
  blockNumber: toHex(blockNumber),
  blockHash: hash,
  transactionHash: hash,
  logIndex: '0x0',
})

interface EndpointOptions {
  head: number
  shownAt?: number
  answerMs?: number
  shown?: Hex
}

/** An endpoint of a chain with this many blocks. Every answer takes some time of the test's clock. */
function endpointOf({ head, shownAt, answerMs = 0, shown = secret }: EndpointOptions) {
  const ranges: [number, number][] = []
  const state = { head, shownAt }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_blockNumber') return toHex(state.head)
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
    const range: [number, number] = [Number(fromBlock), Number(toBlock)]
    ranges.push(range)
    if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs))
    const { shownAt: at } = state
    return at !== undefined && range[0] <= at && at <= range[1] ? [claimLog(at, shown)] : []
  }
  return { client: createClient({ transport: custom({ request }) }), ranges, state }
}

/** Searches once, and lets the test's clock run until the search has ended. */
async function searchOnce(clients: Client | Client[], scanned: ScannedBlocks = new Map(), signal?: AbortSignal) {
  const endpoints = [clients].flat().map((client, index) => ({ name: String(index), client }))
  const quorum = makeQuorum(endpoints, { chain: 'a', budgetMs: 10_000 })
  const reading = readIsSecretPublic(quorum, { chain, vault, secret, scanned, signal })
  await jest.advanceTimersByTimeAsync(60_000)
  return reading
}

describe('readIsSecretPublic', () => {
  it.each([
    ['the newest block', 9_999],
    ['the oldest block', 0],
  ])('finds the secret in %s', async (_name, shownAt) => {
    const { client } = endpointOf({ head: 9_999, shownAt })
    expect(await searchOnce(client)).toBe(true)
  })

  const shows = () => endpointOf({ head: 9_999, shownAt: 9_999 }).client
  const hides = () => endpointOf({ head: 9_999 }).client
  const fails = () => createClient({ transport: custom({ request: () => Promise.reject(new Error('no')) }) })
  const invents = () => endpointOf({ head: 9_999, shownAt: 9_999, shown: `0x${'cd'.repeat(32)}` }).client
  it.each([
    ['hides it first', [hides, shows], true],
    ['hides it last', [shows, hides], true],
    ['fails', [fails, shows], true],
    ['hangs', [() => endpointOf({ head: 9_999, answerMs: 1e9 }).client, shows], true],
    ['shows another secret', [invents, hides], false],
  ] as const)('believes the secret, and no endpoint: one %s', async (_name, endpoints, isShown) => {
    expect(await searchOnce(endpoints.map((endpoint) => endpoint()))).toBe(isShown)
  })

  it('searches each block that was there once, and the newest ones each time', async () => {
    const { client, ranges, state } = endpointOf({ head: 9_999 })
    const scanned: ScannedBlocks = new Map()
    expect(await searchOnce(client, scanned)).toBe(false)
    expect(ranges).toEqual([8_000, 6_000, 4_000, 2_000, 0].map((from) => [from, from + 1_999]))
    ranges.length = 0
    state.head += 10
    expect(await searchOnce(client, scanned)).toBe(false)
    expect(ranges).toEqual([[8_010, 10_009]])
    ranges.length = 0
    Object.assign(state, { head: 15_000, shownAt: 11_000 })
    expect(await searchOnce(client, scanned)).toBe(true)
    expect(ranges).toEqual([13_001, 11_001, 9_001].map((from) => [from, from + 1_999]))
  })

  it('ends a search after a few seconds, and the next one goes on from there', async () => {
    const { client, ranges, state } = endpointOf({ head: 2 * reach, answerMs: 1_000 })
    const scanned: ScannedBlocks = new Map()
    expect(await searchOnce(client, scanned)).toBe(false)
    expect(ranges).toHaveLength(5)
    state.shownAt = (ranges.at(-1)?.[0] ?? 0) - 1
    ranges.length = 0
    expect(await searchOnce(client, scanned)).toBe(true)
    expect(ranges).toHaveLength(2)
  })

  it('goes back as far as an escrow can have been made, and no further', async () => {
    const { client, ranges } = endpointOf({ head: 2 * reach })
    expect(await searchOnce(client)).toBe(false)
    expect(Math.abs(ranges.length * 2_000 - reach)).toBeLessThan(2_000)
  })

  it('asks no further once the application has aborted', async () => {
    const { client, ranges } = endpointOf({ head: 2 * reach, answerMs: 1_000 })
    const application = new AbortController()
    setTimeout(() => application.abort(), 1_500)
    expect(await searchOnce(client, new Map(), application.signal)).toBe(false)
    expect(ranges).toHaveLength(2)
  })
})
