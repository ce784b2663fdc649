/**
 * The solver between endpoints that lie. A liar stands in front of another chain with the same id, on which the user has done
 * what the true chain does not show: all that it says fits together.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { AssetConfig, ChainConfig } from '@tandem/contracts'
import {
  type EscrowTerms,
  encodeClaim,
  encodeCreateEscrowNative,
  hashSecret,
  nativeToken,
  predictVault,
  readVault,
} from '@tandem/escrow'
import { deployEscrow } from '@tandem/escrow/deploy'
import { anvilChain, type LocalAnvil, startAnvil, startedParts, until } from '@tandem/local-services'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, createTestClient, type Hex, http, publicActions, walletActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connect, endpointsOf } from '../src/chain/chain.ts'
import { makeSender } from '../src/chain/sender.ts'
import { makeLedger } from '../src/domain/ledger.ts'
import { openJournal } from '../src/journal.ts'
import { makeSolver } from '../src/solver.ts'
import { type ChainProxy, startChainProxy } from './support/chain-proxy.ts'
import { windowChain } from './support/window-chain.ts'

const parts = startedParts()
/** Deep enough that a block more or less matters. */
const confirmations = 3
const amount = 1_000n
const tokens = { 'a:eth': nativeToken, 'b:eth': nativeToken, 'a:usdc': `0x${'12'.repeat(20)}` }
const assets = Object.entries(tokens).map(([asset, token_address]) => ({ asset, token_address }) as AssetConfig)
/** Where the code of a bridge is put that says whether its routes are open, whatever it is asked. */
const bridge: Address = '0x00000000000000000000000000000000000B41d6'
const bridgeCode = (isOpen: boolean): Hex => `0x600${isOpen ? 1 : 0}60005260206000f3`
const chainIds = { a: 31_344, b: 31_345 } as const
type Name = keyof typeof chainIds

/** A chain as it is, and as liars tell of it. */
interface World {
  truth: LocalAnvil
  shadow: LocalAnvil
}
let worlds: Record<Name, World>
let registry: Address
let stopping = new AbortController()
const proxies: ChainProxy[] = []
let orders = 0

const control = (anvil: LocalAnvil, account = 0) =>
  createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(anvil.accounts[account]?.privateKey as Hex),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  })
    .extend(publicActions)
    .extend(walletActions)

const configOf = (chain: Name): ChainConfig =>
  ({
    ...windowChain,
    ...{ chain, chain_id: chainIds[chain], display_name: chain, native_symbol: 'ETH' },
    ...{ confirmations, block_time_ms: 200, fitted_windows: null, hop_bridge_address: bridge },
  }) as ChainConfig

beforeAll(async () => {
  const world = async (chainId: number): Promise<World> => {
    const begun = {
      truth: await parts.keep(startAnvil({ chainId })),
      shadow: await parts.keep(startAnvil({ chainId })),
    }
    for (const anvil of Object.values(begun))
      registry = (await deployEscrow({ publicClient: control(anvil), walletClient: control(anvil) })).registry
    return begun
  }
  worlds = { a: await world(chainIds.a), b: await world(chainIds.b) }
})
afterEach(async () => {
  stopping.abort()
  stopping = new AbortController()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
})
afterAll(() => parts.end())

/** An endpoint of its own host, in front of one of these chains. */
async function endpoint(anvil: LocalAnvil): Promise<ChainProxy> {
  const proxy = await startChainProxy(anvil.rpcUrl)
  proxies.push(proxy)
  return proxy
}

interface Agreed {
  order: Order
  terms: Record<Name, EscrowTerms>
  vaults: Record<Name, Address>
  secret: Hex
}

/** An order that nothing has been done for. */
async function agree(over: { fillInSecs?: number; bridge?: Address } = {}): Promise<Agreed> {
  const time = Number((await control(worlds.b.truth).getBlock()).timestamp)
  orders += 1
  const secret = `0x${orders.toString(16).padStart(64, '0')}` as const
  const [user, solver] = [control(worlds.a.truth, 0).account.address, control(worlds.a.truth, 1).account.address]
  const shared = { token: nativeToken, hopBridge: zeroAddress, amount, commitmentHash: hashSecret(secret) } as const
  const terms = {
    a: { ...shared, creator: user, recipient: solver, cancelAfter: time + 86_400 },
    b: {
      ...{ ...shared, hopBridge: over.bridge ?? zeroAddress },
      ...{ creator: solver, recipient: user, cancelAfter: time + 14_400 },
    },
  }
  const vaultOf = (chain: Name) => predictVault({ registry, chainId: chainIds[chain], terms: terms[chain] })
  const vaults = { a: vaultOf('a'), b: vaultOf('b') }
  const intentOf = (chain: Name): Partial<Intent> => ({
    ...{ chain, asset: `${chain}:eth`, swap_id: vaults[chain], token_address: nativeToken, amount: String(amount) },
    ...{ creator: terms[chain].creator, recipient: terms[chain].recipient, hop_bridge_factory: null },
    ...{ cancel_after: terms[chain].cancelAfter, commitment_hash: terms[chain].commitmentHash, commitment: null },
    ...{ create_block_number: null, hop_dest_blockchain_id: null },
  })
  const order = {
    ...{ order_id: `order-${orders}`, quote_id: `quote-${orders}`, status: 'source_initiated', initiate_by: null },
    ...{ fill_by: over.fillInSecs === undefined ? null : time + over.fillInSecs },
    source_intent: intentOf('a'),
    destination_intent: {
      ...intentOf('b'),
      ...(over.bridge && { hop_bridge_factory: over.bridge, hop_dest_blockchain_id: `0x${'01'.repeat(32)}` }),
    },
  } as unknown as Order
  return { order, terms, vaults, secret }
}

/** Creates an escrow, and buries it as deep as it must be. */
async function fund(anvil: LocalAnvil, terms: EscrowTerms, account: number): Promise<number> {
  const client = control(anvil, account)
  const hash = await client.sendTransaction({ to: registry, data: encodeCreateEscrowNative(terms), value: amount })
  const { blockNumber } = await client.waitForTransactionReceipt({ hash })
  await client.mine({ blocks: confirmations })
  return Number(blockNumber)
}

interface Endpoints {
  a: readonly ChainProxy[]
  b: readonly ChainProxy[]
}

/** A solver of one order over these endpoints. */
async function solverOf({ order }: Agreed, endpoints: Endpoints, now = () => Date.now(), replaceAfterMs = 60_000) {
  const logged: unknown[] = []
  const votes: string[] = []
  const done: string[] = []
  const logger = new Proxy(
    {},
    {
      get:
        (_, level) =>
        (...said: unknown[]) =>
          level === 'debug' || logged.push(said),
    },
  ) as never
  const traded = (chain: Name) => {
    const config = configOf(chain)
    const urls = endpoints[chain].map(({ url }) => url)
    const client = connect(config, urls, control(worlds[chain].truth, 1).account)
    const each = endpointsOf(config.chain_id, urls)
    const options = {
      ...{ slots: 4, replaceAfterMs, freshMs: 60_000 },
      ...{ stopping: stopping.signal, logger, endpoints: each },
    }
    return { chain: { config, registry, client, endpoints: each }, sender: makeSender(client, options) }
  }
  const chains = new Map([
    ['a', traded('a')],
    ['b', traded('b')],
  ])
  const journal = await openJournal({ path: undefined, heads: { a: 0n, b: 0n }, now: 0 })
  const policy = {
    isPaused: false,
    minProfitBips: undefined,
    minMarginSecs: 43_200,
    ownMarginSecs: 0,
    assets: undefined,
  }
  const solver = makeSolver({
    ...{ chains, journal, logger, policy, assets, ledger: makeLedger(), promises: undefined },
    client: { listOrders: async () => ({ data: [order], next_cursor: null }) as never, getOrder: async () => order },
    profitOf: async () => undefined,
    now,
    observeInventory: () => undefined,
    observeClock: () => undefined,
    observeDecision: () => undefined,
    observeVote: (chain, name, vote) => votes.push(`${chain} ${name} ${vote}`),
    observeAction: (action, outcome) => done.push(`${action} ${outcome}`),
  })
  return {
    ...{ journal, logged, votes, done, solver },
    async look() {
      await solver.tick(stopping.signal)
      await solver.settled()
    },
  }
}

const stateOn = async (anvil: LocalAnvil, { vaults, terms }: Agreed, chain: Name) =>
  (await readVault(control(anvil), { registry, vault: vaults[chain], terms: terms[chain] })).state

describe('a funding', () => {
  it('leaves where two endpoints of each chain show its ground', async () => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    const at = {
      a: [await endpoint(worlds.a.truth), await endpoint(worlds.a.truth)],
      b: [await endpoint(worlds.b.truth), await endpoint(worlds.b.truth)],
    } as const
    const { look, done, votes } = await solverOf(agreed, at)
    await look()
    expect(done).toEqual(['fund_destination done'])
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('open')
    expect(votes).toHaveLength(4)
    // The second endpoint is asked once, right before the funding leaves: for its newest block, and for the vault now and at depth;
    // that of the destination also for the fees, twice: what is held of the native token is less what they may cost.
    const asked = ({ calls }: ChainProxy) => (calls.get('eth_getBlockByNumber') ?? 0) + (calls.get('eth_call') ?? 0)
    expect([asked(at.a[1]), asked(at.b[1])]).toEqual([3, 5])
  })

  it('does not leave where the first endpoint alone shows a source that is not there', async () => {
    const agreed = await agree()
    await fund(worlds.a.shadow, agreed.terms.a, 0)
    const [liar, honest] = [await endpoint(worlds.a.shadow), await endpoint(worlds.a.truth)]
    const { look, votes, logged, done } = await solverOf(agreed, {
      a: [liar, honest],
      b: [await endpoint(worlds.b.truth), await endpoint(worlds.b.truth)],
    })
    await look()
    expect(done.filter((one) => one.endsWith('done'))).toEqual([])
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('missing')
    expect(votes).toEqual(expect.arrayContaining([`a ${liar.host} agrees`, `a ${honest.host} differs`]))
    expect(JSON.stringify(logged)).toContain(`${honest.host} of a does not: for the source escrow`)
  })

  it('does not leave on the word of one endpoint that answers in the place of another', async () => {
    const agreed = await agree()
    await fund(worlds.a.shadow, agreed.terms.a, 0)
    const [down, liar] = [await endpoint(worlds.a.truth), await endpoint(worlds.a.shadow)]
    down.tale = { kind: 'down' }
    const { look, votes } = await solverOf(agreed, { a: [down, liar], b: [await endpoint(worlds.b.truth)] })
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('missing')
    expect(votes).toEqual(expect.arrayContaining([`a ${down.host} silent`, `a ${liar.host} agrees`]))
  })

  it.each<[string, NonNullable<ChainProxy['tale']>, string]>([
    ['hangs', { kind: 'hang' }, 'silent'],
    ['lags', { kind: 'lag', blocks: confirmations }, 'differs'],
    ['is down', { kind: 'down' }, 'silent'],
    ['is of another chain', { kind: 'other_chain' }, 'silent'],
  ])('waits where the second of two endpoints %s, and leaves once it shows the same', async (_case, tale, vote) => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    const [first, second] = [await endpoint(worlds.a.truth), await endpoint(worlds.a.truth)]
    second.tale = tale
    const { look, votes } = await solverOf(agreed, { a: [first, second], b: [await endpoint(worlds.b.truth)] })
    await look()
    expect(votes).toContain(`a ${second.host} ${vote}`)
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('missing')
    second.tale = undefined
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('open')
  })

  it('does not wait for a third endpoint that hangs', async () => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    const at = [await endpoint(worlds.a.truth), await endpoint(worlds.a.truth), await endpoint(worlds.a.truth)] as const
    at[1].tale = { kind: 'hang' }
    const { look, votes } = await solverOf(agreed, { a: at, b: [await endpoint(worlds.b.truth)] })
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('open')
    // It is counted once it has failed to answer for as long as an endpoint has.
    await until(async () => votes.length === 3, 'the vote of the third endpoint')
    expect(votes.sort()).toEqual(
      [...[at[0], at[2]].map(({ host }) => `a ${host} agrees`), `a ${at[1].host} silent`].sort(),
    )
  })

  it('does not leave where the margin is too small by the clock of the second endpoint of the destination', async () => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    const late = await endpoint(worlds.b.truth)
    const honest = await endpoint(worlds.b.truth)
    honest.tale = { kind: 'late_times', from: 0, secs: -50_000, behind: 0 }
    const { look, votes } = await solverOf(agreed, { a: [await endpoint(worlds.a.truth)], b: [late, honest] })
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('missing')
    expect(votes).toEqual(expect.arrayContaining([`b ${late.host} agrees`, `b ${honest.host} differs`]))
  })

  it('leaves on the word of the only endpoint of a chain', async () => {
    const agreed = await agree()
    await fund(worlds.a.shadow, agreed.terms.a, 0)
    const { look } = await solverOf(agreed, {
      a: [await endpoint(worlds.a.shadow)],
      b: [await endpoint(worlds.b.truth)],
    })
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('open')
  })
})

describe('an order whose escrow does not hold what it names', () => {
  it.each<[string, 'source_intent' | 'destination_intent', string]>([
    ['the native token of another chain as its source', 'source_intent', 'b:eth'],
    ['a token of the same chain as its source', 'source_intent', 'a:usdc'],
    ['the native token of another chain as its destination', 'destination_intent', 'a:eth'],
    ['an asset that nobody knows', 'destination_intent', 'b:none'],
  ])('is not funded: it names %s', async (_case, side, asset) => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    agreed.order[side].asset = asset
    const { look } = await solverOf(agreed, {
      a: [await endpoint(worlds.a.truth)],
      b: [await endpoint(worlds.b.truth)],
    })
    await look()
    expect(await stateOn(worlds.b.truth, agreed, 'b')).toBe('missing')
  })
})

describe('the means of a funding', () => {
  const fundable = async (over: Parameters<typeof agree>[0] = {}) => {
    const agreed = await agree(over)
    await fund(worlds.a.truth, agreed.terms.a, 0)
    return agreed
  }

  it('are not there on the word of one endpoint, which would hold up all that is sent later', async () => {
    const agreed = await fundable()
    const [liar, honest] = [await endpoint(worlds.b.truth), await endpoint(worlds.b.truth)]
    liar.tale = { kind: 'rich', wei: 10n ** 24n }
    const { address } = control(worlds.b.truth, 1).account
    const balance = await control(worlds.b.truth).getBalance({ address })
    await control(worlds.b.truth).setBalance({ address, value: amount - 1n })
    const { look, done } = await solverOf(agreed, { a: [await endpoint(worlds.a.truth)], b: [liar, honest] })
    await look()
    await control(worlds.b.truth).setBalance({ address, value: balance })
    expect([done.includes('fund_destination done'), honest.offered, liar.offered]).toEqual([false, [], []])
  })

  it.each([
    ['it is open', true, 'agrees'],
    ['it is not, where one endpoint alone says so', false, 'differs'],
  ])('hold an open bridge where two endpoints show it, and %s', async (_case, isOpen, vote) => {
    await control(worlds.b.truth).setCode({ address: bridge, bytecode: bridgeCode(isOpen) })
    const agreed = await fundable({ bridge })
    const [liar, honest] = [await endpoint(worlds.b.truth), await endpoint(worlds.b.truth)]
    liar.tale = { kind: 'bridge' }
    const { look, votes } = await solverOf(agreed, { a: [await endpoint(worlds.a.truth)], b: [liar, honest] })
    await look()
    // The registry of these tests holds the native token, which no bridge takes: nothing is mined either way.
    expect(votes.slice(0, 2).sort()).toEqual([`b ${liar.host} agrees`, `b ${honest.host} ${vote}`].sort())
  })
})

describe('giving a source back', () => {
  /** A destination that was funded, which the shadow does not show: its time to be filled is over there, and its nonce used. */
  async function fundedAndHidden() {
    const agreed = await agree({ fillInSecs: 60 })
    const block = await fund(worlds.a.truth, agreed.terms.a, 0)
    agreed.order.source_intent.create_block_number = block
    const solver = control(worlds.b.truth, 1)
    const nonce = await solver.getTransactionCount({ address: solver.account.address })
    await fund(worlds.b.truth, agreed.terms.b, 1)
    const shadow = control(worlds.b.shadow, 1)
    while ((await shadow.getTransactionCount({ address: shadow.account.address })) <= nonce)
      await shadow
        .sendTransaction({ to: shadow.account.address })
        .then((hash) => shadow.waitForTransactionReceipt({ hash }))
    await shadow.increaseTime({ seconds: 90 })
    await shadow.mine({ blocks: confirmations + 1 })
    const noted = { vault: agreed.vaults.b, chain: 'b', nonce }
    return { agreed, noted, until: agreed.terms.a.cancelAfter }
  }

  it.each(['a consent', 'a refund'])(
    'does not happen by %s where one endpoint alone hides the funded destination',
    async (way) => {
      const { agreed, noted, until } = await fundedAndHidden()
      const [liar, honest] = [await endpoint(worlds.b.shadow), await endpoint(worlds.b.truth)]
      const { solver, look, journal, votes } = await solverOf(agreed, {
        a: [await endpoint(worlds.a.truth)],
        b: [liar, honest],
      })
      await journal.noteFunding(agreed.vaults.a, noted, until)
      const ask = {
        order_id: agreed.order.order_id,
        ...{ source_chain_id: chainIds.a, registry_address: registry, swap_id: agreed.vaults.a },
      }
      if (way === 'a consent') expect(await solver.consent(ask as never)).toEqual({ declined: expect.any(String) })
      else await look()
      expect(votes).toEqual(expect.arrayContaining([`b ${liar.host} agrees`, `b ${honest.host} differs`]))
      expect([journal.isConsented(agreed.vaults.a), await stateOn(worlds.a.truth, agreed, 'a')]).toEqual([
        false,
        'open',
      ])
    },
  )

  it('happens where two endpoints show that nothing was funded', async () => {
    const agreed = await agree({ fillInSecs: -60 })
    agreed.order.source_intent.create_block_number = await fund(worlds.a.truth, agreed.terms.a, 0)
    await control(worlds.b.truth).mine({ blocks: confirmations })
    const { look } = await solverOf(agreed, {
      a: [await endpoint(worlds.a.truth), await endpoint(worlds.a.truth)],
      b: [await endpoint(worlds.b.truth), await endpoint(worlds.b.truth)],
    })
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('cancelled')
  })
})

describe('a claim of the source', () => {
  const send = async (anvil: LocalAnvil, account: number, data: Hex) => {
    const client = control(anvil, account)
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: registry, data }) })
  }

  it('is made although the first endpoint shows it as made, once that is no lag of the other', async () => {
    const agreed = await agree()
    for (const anvil of [worlds.a.truth, worlds.a.shadow]) await fund(anvil, agreed.terms.a, 0)
    await fund(worlds.b.truth, agreed.terms.b, 1)
    await send(worlds.b.truth, 0, encodeClaim(agreed.terms.b, agreed.secret))
    await send(worlds.a.shadow, 1, encodeClaim(agreed.terms.a, agreed.secret))
    let late = 0
    const { look } = await solverOf(
      agreed,
      { a: [await endpoint(worlds.a.shadow), await endpoint(worlds.a.truth)], b: [await endpoint(worlds.b.truth)] },
      () => Date.now() + late,
    )
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('open')
    late = 31_000
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('claimed')
  })

  it('is made so by a secret that is told, too, while the destination cannot be read', async () => {
    const agreed = await agree()
    for (const anvil of [worlds.a.truth, worlds.a.shadow]) await fund(anvil, agreed.terms.a, 0)
    await send(worlds.a.shadow, 1, encodeClaim(agreed.terms.a, agreed.secret))
    const [liar, honest] = [await endpoint(worlds.a.shadow), await endpoint(worlds.a.truth)]
    const away = await endpoint(worlds.b.truth)
    away.tale = { kind: 'down' }
    agreed.order.destination_intent.commitment = agreed.secret
    let late = 0
    const { look } = await solverOf(agreed, { a: [liar, honest], b: [away] }, () => Date.now() + late)
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('open')
    late = 31_000
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('claimed')
  })

  it('is made although the first endpoint hides the claim of the destination, once that is over', async () => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    for (const anvil of [worlds.b.truth, worlds.b.shadow]) await fund(anvil, agreed.terms.b, 1)
    await send(worlds.b.truth, 0, encodeClaim(agreed.terms.b, agreed.secret))
    let late = 14_500_000
    const { look } = await solverOf(
      agreed,
      { a: [await endpoint(worlds.a.truth)], b: [await endpoint(worlds.b.shadow), await endpoint(worlds.b.truth)] },
      () => Date.now() + late,
    )
    await look()
    late += 31_000
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('claimed')
  })

  /** A source that is claimed, which the second endpoint shows open for ever; it counts the solver's nonces right. */
  async function claimedAndDenied() {
    const agreed = await agree()
    for (const anvil of [worlds.a.truth, worlds.a.shadow]) await fund(anvil, agreed.terms.a, 0)
    await fund(worlds.b.truth, agreed.terms.b, 1)
    await send(worlds.b.truth, 0, encodeClaim(agreed.terms.b, agreed.secret))
    await send(worlds.a.truth, 1, encodeClaim(agreed.terms.a, agreed.secret))
    const { address } = control(worlds.a.truth, 1).account
    const nonceNow = () => control(worlds.a.truth).getTransactionCount({ address })
    const shadow = control(worlds.a.shadow)
    const liar = await endpoint(worlds.a.shadow)
    liar.tale = { kind: 'keep' }
    let late = 0
    const { look } = await solverOf(
      agreed,
      { a: [await endpoint(worlds.a.truth), liar], b: [await endpoint(worlds.b.truth)] },
      () => Date.now() + late,
      300,
    )
    /** Looks once in 31 seconds of the own clock. */
    const lookFor = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await shadow.setNonce({ address, nonce: await nonceNow() })
        await shadow.mine({ blocks: 1 })
        await look()
        late += 31_000
      }
    }
    return { nonceNow, lookFor }
  }

  it('is not made again where an endpoint that has stopped shows it open', async () => {
    const { nonceNow, lookFor } = await claimedAndDenied()
    const passTime = async (anvil: LocalAnvil) => {
      await control(anvil).increaseTime({ seconds: 300 })
      await control(anvil).mine({ blocks: 1 })
    }
    await passTime(worlds.a.truth)
    const used = await nonceNow()
    await lookFor(4)
    await passTime(worlds.a.shadow)
    expect(await nonceNow()).toBe(used)
  })

  it('is made ever more seldom where an endpoint shows it open, and it is mined and reverted', async () => {
    const { nonceNow, lookFor } = await claimedAndDenied()
    const used = await nonceNow()
    // At 31 s, 62 s and 124 s, and not before 244 s.
    await lookFor(7)
    expect((await nonceNow()) - used).toBe(3)
  }, 60_000)

  /** Both escrows stand, and the user has claimed the destination. */
  async function claimedByUser() {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    await fund(worlds.b.truth, agreed.terms.b, 1)
    await send(worlds.b.truth, 0, encodeClaim(agreed.terms.b, agreed.secret))
    const [source, destination] = [await endpoint(worlds.a.truth), await endpoint(worlds.b.truth)]
    return { agreed, source, destination, ...(await solverOf(agreed, { a: [source], b: [destination] })) }
  }

  it.each(['down', 'hang'] as const)(
    'is made by a secret that is told while the destination is unread: %s',
    async (kind) => {
      const { agreed, destination, look } = await claimedByUser()
      agreed.order.destination_intent.commitment = agreed.secret
      destination.tale = { kind }
      await look()
      expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('claimed')
      expect([...destination.calls]).toEqual([])
    },
  )

  it('is made by a secret that is told while the funding before it cannot be seen mined', async () => {
    const agreed = await agree()
    await fund(worlds.a.truth, agreed.terms.a, 0)
    const [source, destination] = [await endpoint(worlds.a.truth), await endpoint(worlds.b.truth)]
    const { solver, done } = await solverOf(agreed, { a: [source], b: [destination] }, Date.now, 300)
    // The destination's endpoint takes the funding, and is away from then on.
    Object.defineProperty(destination, 'tale', {
      get: () => (destination.calls.has('eth_sendRawTransaction') ? { kind: 'down' } : undefined),
    })
    await solver.tick(stopping.signal)
    await until(async () => (await stateOn(worlds.b.truth, agreed, 'b')) === 'open', 'the funding is mined')
    await send(worlds.b.truth, 0, encodeClaim(agreed.terms.b, agreed.secret))
    agreed.order.destination_intent.commitment = agreed.secret
    const look = () => solver.tick(stopping.signal)
    const isClaimed = async () => (await stateOn(worlds.a.truth, agreed, 'a')) === 'claimed'
    await until(() => look().then(isClaimed), 'the claim', 20_000)
    await until(() => done.length > 0, 'the end of the claim')
    expect(done).toEqual(['claim_source done'])
  }, 60_000)

  it('is not made by another secret', async () => {
    const { agreed, destination, look } = await claimedByUser()
    agreed.order.destination_intent.commitment = `0x${'77'.repeat(32)}`
    destination.tale = { kind: 'down' }
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('open')
  })

  it('is made by a secret that the destination has shown before it could not be read', async () => {
    const { agreed, source, destination, look, done } = await claimedByUser()
    // The claim is simulated, and the source is away from then on.
    Object.defineProperty(source, 'tale', {
      configurable: true,
      get: () => (source.calls.has('eth_estimateGas') ? { kind: 'down' } : undefined),
    })
    await look()
    expect([done, await stateOn(worlds.a.truth, agreed, 'a')]).toEqual([['claim_source failed'], 'open'])
    Object.defineProperty(source, 'tale', { value: undefined })
    destination.tale = { kind: 'down' }
    await look()
    expect(await stateOn(worlds.a.truth, agreed, 'a')).toBe('claimed')
  })
})
