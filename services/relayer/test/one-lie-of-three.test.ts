/**
 * Tests three endpoints of a chain, of which one lies or fails: the other two are enough. The liar is asked first, where a wrong
 * rule would believe it; the tests of packages/chain hold the rule itself in any order. An endpoint that fails also delays those
 * after it, so it fails in both places. The lies of `lies.test.ts` are not repeated here.
 */
import { beforeEach, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { numberToHex } from 'viem'
import { postClaim } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import { useTestbed } from './support/use-testbed.ts'

const withinMs = 30_000
const testbed = useTestbed()
let proxies: RpcProxy[]

beforeEach(async () => {
  proxies = await Promise.all([1, 2, 3].map(() => testbed.startProxy()))
})

type LieAbout = (order: OrderWire) => RpcProxy['lie']
const answering =
  (method: string, answer: unknown): LieAbout =>
  () =>
  (call) =>
    call.method === method ? { answer } : undefined
const reverted = { error: { code: 3, message: 'execution reverted' } }
const ofLatest =
  (change: (block: Record<string, unknown>) => object): LieAbout =>
  () =>
  async (call, ask) =>
    call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
      ? { answer: { ...((await ask(call)) as object), ...change((await ask(call)) as Record<string, unknown>) } }
      : undefined

const lies: Record<string, LieAbout> = {
  'there is no vault':
    ({ destination_intent: { commitment_hash: hash } }) =>
    ({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params[0]).includes(hash.slice(2))
        ? { ask: { method, params: [params[0], '0x0'] } }
        : undefined,
  'the payout reverts':
    ({ destination_intent: { swap_id: vault } }) =>
    ({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).toLowerCase().includes(vault.toLowerCase().slice(2))
        ? reverted
        : undefined,
  'every call reverts': () => (call) => (call.method === 'eth_call' ? reverted : undefined),
  'the newest block is of tomorrow': ofLatest(({ timestamp }) => ({
    timestamp: numberToHex(BigInt(timestamp as string) + 86_400n),
  })),
  'the newest block is far ahead': ofLatest(({ number }) => ({ number: numberToHex(BigInt(number as string) + 900n) })),
  'the head stands at the first block': answering('eth_blockNumber', '0x0'),
  'the head is far ahead': answering('eth_blockNumber', '0xfffffff'),
  'no signer has money': answering('eth_getBalance', '0x0'),
  'no nonce is used': answering('eth_getTransactionCount', '0x0'),
  'no transaction was mined': answering('eth_getTransactionReceipt', null),
  'fees are a thousand times higher': answering('eth_feeHistory', {
    oldestBlock: '0x1',
    baseFeePerGas: Array.from({ length: 11 }, () => '0xe8d4a51000'),
    gasUsedRatio: Array.from({ length: 10 }, () => 0.5),
    reward: Array.from({ length: 10 }, () => ['0xe8d4a51000']),
  }),
  'every answer is an empty object': () => (call) => (call.method === 'eth_chainId' ? undefined : { answer: {} }),
}

const failures: Record<string, Partial<RpcProxy>> = {
  'is down': { isDown: true },
  'begins answers and never ends them': { isStalled: true },
  'takes every question and answers none': { lie: () => new Promise(() => undefined) },
  'asks to be left alone for an hour': { retryAfterSecs: 3_600 },
}

const failed = Object.keys(failures).flatMap((failure) => ['first', 'last'].map((place) => [place, failure] as const))

/** Asserts that a claim is paid that is posted after the endpoint has been verified, and has begun to lie or to fail. */
async function claimIsPaid(place: string, spoil: (order: OrderWire) => Partial<RpcProxy>): Promise<void> {
  const { order, secret } = await testbed.order()
  const url = await testbed.startRelayer(testbed.rpcUrls({ right: proxies }))
  Object.assign(proxies.at(place === 'first' ? 0 : -1) as RpcProxy, spoil(order))
  await until(async () => (await postClaim(url, { order, secret })).status === 202, 'accepted', withinMs)
  await testbed.untilRow(order, 'state', 'confirmed', withinMs)
}

it.each(Object.keys(lies))('the endpoint that is asked first says that %s: a claim is paid all the same', (lie) =>
  claimIsPaid('first', (order) => ({ lie: (lies[lie] as LieAbout)(order) })),
)

it.each(failed)('the endpoint that is asked %s %s: a claim is paid all the same', (place, failure) =>
  claimIsPaid(place, () => failures[failure] ?? {}),
)
