/** An order with fitted windows, judged while endpoints of its destination lag, lie about blocks, or are on a fork. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type AssetConfig, type ChainConfig, fitCancelAfter } from '@tandem/contracts'
import { type EscrowTerms, encodeCreateEscrowNative, nativeToken, predictVault } from '@tandem/escrow'
import { deployEscrow } from '@tandem/escrow/deploy'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import type { Order } from '@tandem/sdk'
import { createLogger } from '@tandem/service-kit'
import { type Address, createTestClient, http, walletActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connect, endpointsOf } from '../src/chain/chain.ts'
import { makeSender } from '../src/chain/sender.ts'
import { makeLedger } from '../src/domain/ledger.ts'
import { openJournal } from '../src/journal.ts'
import { makeClaimPauses } from '../src/orders/claim-pauses.ts'
import { makeJudge } from '../src/orders/judge.ts'
import type { Sides } from '../src/orders/sides.ts'
import { type ChainProxy, startChainProxy, type Tale } from './support/chain-proxy.ts'
import { windowChain } from './support/window-chain.ts'

const logger = createLogger({ service: 'test', level: 'error', format: 'json' })
const parts = startedParts()
const stopping = new AbortController()
/** Longer than the seconds that the deadlines have to spare for clocks (68), at two seconds a block. */
const lag: Tale = { kind: 'lag', blocks: 60 }
/** Blocks on top of the true chain that do not exist, the newest of this moment. */
const ahead = (): Tale => ({ kind: 'ahead', blocks: 7, time: newest.time })
/** An endpoint between two that lag: by its word, its newest block is of this moment. */
const lateTimes = (): Tale => ({ kind: 'late_times', from: newest.number - 69, secs: 130, behind: 65 })
const forked = (): Tale => ({ kind: 'fork', from: newest.number - 75 })
const userKey = (anvil: LocalAnvil) => privateKeyToAccount(anvil.accounts[0]?.privateKey as `0x${string}`)
const solverKey = (anvil: LocalAnvil) => privateKeyToAccount(anvil.accounts[1]?.privateKey as `0x${string}`)

interface Both<T> {
  source: T
  destination: T
}
let anvils: Both<LocalAnvil>
let proxies: readonly [ChainProxy, ChainProxy, ChainProxy]
let registry: Address
let terms: Both<EscrowTerms>
let fillBy: number
/** The newest block of the destination, which is as old as no second by the solver's own clock. */
let newest: { number: number; time: number }

const control = (anvil: LocalAnvil) =>
  createTestClient({
    mode: 'anvil',
    account: userKey(anvil),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  })
    .extend(anvilActions)
    .extend(walletActions)

const configOf = ({ chainId }: LocalAnvil, chain: string): ChainConfig =>
  ({ ...windowChain, chain, chain_id: chainId, display_name: chain, native_symbol: 'ETH' }) as ChainConfig

/** Mines blocks of two seconds each up to this time. */
async function mineUpTo(anvil: LocalAnvil, time: number, blocks: number): Promise<void> {
  const chain = control(anvil)
  for (let left = blocks - 1; left >= 0; left -= 1) {
    await chain.setNextBlockTimestamp({ timestamp: BigInt(time - 2 * left) })
    await chain.mine({ blocks: 1 })
  }
}

beforeAll(async () => {
  anvils = {
    source: await parts.keep(startAnvil({ chainId: 31_342 })),
    destination: await parts.keep(startAnvil({ chainId: 31_343 })),
  }
  const proxy = () => parts.keep(startChainProxy(anvils.destination.rpcUrl))
  proxies = [await proxy(), await proxy(), await proxy()]
  for (const anvil of [anvils.source, anvils.destination]) {
    const client = control(anvil)
    registry = (await deployEscrow({ publicClient: client, walletClient: client })).registry
  }
  const client = control(anvils.source)
  const time = Number((await client.getBlock()).timestamp) + 1_000
  fillBy = time + 60
  const [source, destination] = [configOf(anvils.source, 'source'), configOf(anvils.destination, 'destination')]
  const rules = { source, destination, minMarginSecs: 43_200, worthUsd: undefined }
  const cancelAfter = fitCancelAfter({ source: time, destination: time }, fillBy, rules)
  const [user, solver] = [userKey(anvils.source).address, solverKey(anvils.source).address]
  const shared = {
    token: nativeToken,
    hopBridge: zeroAddress,
    amount: 1_000n,
    commitmentHash: `0x${'ab'.repeat(32)}`,
  } as const
  terms = {
    source: { ...shared, creator: user, recipient: solver, cancelAfter: cancelAfter.source },
    destination: { ...shared, creator: solver, recipient: user, cancelAfter: cancelAfter.destination },
  }
  const hash = await client.sendTransaction({
    to: registry,
    data: encodeCreateEscrowNative(terms.source),
    value: terms.source.amount,
  })
  await client.waitForTransactionReceipt({ hash })
  await mineUpTo(anvils.source, time, 40)
  await mineUpTo(anvils.destination, time, 80)
  const head = await control(anvils.destination).getBlock()
  newest = { number: Number(head.number), time: Number(head.timestamp) }
})
beforeEach(() => {
  for (const proxy of proxies) proxy.tale = undefined
})
afterAll(async () => {
  stopping.abort()
  await parts.end()
})

/** Judges the order through the first proxies, which tell these tales, in their order. */
async function judgeThrough(tales: readonly (Tale | undefined)[]) {
  const own = newest.time
  const used = proxies.slice(0, tales.length)
  for (const [index, proxy] of used.entries()) proxy.tale = tales[index]
  const side = (anvil: LocalAnvil, name: 'source' | 'destination', urls: readonly string[]) => {
    const config = configOf(anvil, name)
    const client = connect(config, urls, solverKey(anvil))
    const sender = makeSender(client, { slots: 1, replaceAfterMs: 60_000, stopping: stopping.signal, logger })
    const vault = predictVault({ registry, chainId: anvil.chainId, terms: terms[name] })
    const chain = { config, registry, client, endpoints: endpointsOf(anvil.chainId, urls) }
    return { chain, sender, terms: terms[name], vault }
  }
  const sides: Sides = {
    source: side(anvils.source, 'source', [anvils.source.rpcUrl]),
    destination: side(
      anvils.destination,
      'destination',
      used.map(({ url }) => url),
    ),
  }
  const intent = { amount: '1000', commitment: null, create_block_number: null, hop_dest_blockchain_id: null }
  const order = {
    ...{ order_id: 'one', quote_id: 'one', initiate_by: null, fill_by: fillBy },
    ...{
      source_intent: { ...intent, asset: 'source:eth' },
      destination_intent: { ...intent, asset: 'destination:eth' },
    },
  } as unknown as Order
  const outcomes: string[] = []
  const logged: unknown[] = []
  const judge = makeJudge({
    assets: ['source:eth', 'destination:eth'].map((asset) => ({ asset, token_address: nativeToken }) as AssetConfig),
    journal: await openJournal({ path: undefined, heads: {}, now: own }),
    ledger: makeLedger(),
    profitOf: async () => undefined,
    promises: undefined,
    claimPauses: makeClaimPauses(() => own * 1_000),
    policy: { isPaused: false, minProfitBips: undefined, minMarginSecs: 43_200, ownMarginSecs: 0, assets: undefined },
    logger: { warn: (...said: unknown[]) => logged.push(said) } as never,
    observeInventory: () => undefined,
    observeClock: (_chain, outcome) => outcomes.push(outcome),
    now: () => own * 1_000,
  })
  const { decision, endpoints } = await judge(order, sides)
  return { did: decision.do, reason: 'reason' in decision ? decision.reason : '', endpoints, outcomes, logged }
}

const theMargin = expect.stringContaining('the source does not outlive the destination')

describe('an order with fitted windows', () => {
  it('is funded where no endpoint lags, and no other endpoint is asked', async () => {
    const funded = { did: 'fund_destination', outcomes: [], endpoints: undefined }
    expect(await judgeThrough([undefined])).toMatchObject(funded)
    expect(await judgeThrough([undefined, lag, lag])).toMatchObject(funded)
  })

  it('is funded where the first endpoint lags by less than the deadlines have to spare', async () => {
    expect(await judgeThrough([{ kind: 'lag', blocks: 30 }, undefined])).toMatchObject({ did: 'fund_destination' })
  })

  it('is funded where the first of three endpoints lags, and the others show the same newer block', async () => {
    const { logged, ...judged } = await judgeThrough([lag, undefined, undefined])
    expect(judged).toMatchObject({ did: 'fund_destination', outcomes: ['witnessed'] })
    expect(logged).toHaveLength(1)
  })

  it('is funded by the time of the block that two endpoints have, where they are not at the same one', async () => {
    const other: Tale = { kind: 'lag', blocks: 5 }
    for (const tales of [
      [lag, undefined, other],
      [lag, other, undefined],
    ])
      expect(await judgeThrough(tales)).toMatchObject({ did: 'fund_destination', outcomes: ['witnessed'] })
  })

  it('waits where the block that two endpoints have is too old as well', async () => {
    const tales = [{ ...lag, blocks: 70 }, lag, undefined] as Tale[]
    expect(await judgeThrough(tales)).toMatchObject({ did: 'wait', reason: theMargin, outcomes: ['witnessed'] })
  })

  it('waits where the first of two lags: the other one could invent its blocks; and says which one lags by how much', async () => {
    const judged = await judgeThrough([lag, undefined])
    expect(judged).toMatchObject({ did: 'wait', reason: theMargin, outcomes: ['unwitnessed'] })
    const [first, second] = proxies
    expect(judged.endpoints).toBe(
      `${first.host} is 60 blocks behind ${second.host}, and no second endpoint bears it out`,
    )
    expect(JSON.stringify(judged.logged)).toContain(judged.endpoints)
    // It can be sent to others.
    expect(judged.reason).not.toContain('127.0.0.1')
  })

  it('waits where the chain itself stands still', async () => {
    const judged = await judgeThrough([lag, lag, lag])
    expect(judged).toMatchObject({ did: 'wait', reason: theMargin, outcomes: ['none'] })
    expect(judged.endpoints).toBe('no endpoint shows a newer block')
  })

  it.each<[string, () => (Tale | undefined)[]]>([
    ['one invents blocks on a chain that stands still', () => [lag, ahead(), lag]],
    ['two invent different blocks', () => [lag, ahead(), { ...ahead(), blocks: 9 } as Tale]],
    ['one is on a fork', () => [lag, undefined, forked()]],
    ['both others are on a fork', () => [lag, forked(), forked()]],
    ['is itself on a fork', () => [{ ...forked(), behind: 60 } as Tale, undefined, undefined]],
    ['one gives true hashes with later times', () => [{ ...lag, blocks: 70 } as Tale, lag, lateTimes()]],
    ['one is of another chain', () => [lag, undefined, { kind: 'other_chain' }]],
    ['one is down', () => [lag, undefined, { kind: 'down' }]],
  ])('waits where the first lags, and %s', async (_case, tales) => {
    const judged = await judgeThrough(tales())
    expect([judged.did, judged.outcomes.includes('witnessed')]).toEqual(['wait', false])
  })
})
