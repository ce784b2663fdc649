/** How the source of an order can still turn out, by the endpoints of its chain: what is held for the order hangs on it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { type EscrowTerms, encodeCreateEscrowNative, hashSecret, nativeToken, predictVault } from '@tandem/escrow'
import { deployEscrow } from '@tandem/escrow/deploy'
import { anvilChain, type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, createTestClient, type Hex, http, publicActions, walletActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connect, endpointsOf } from '../src/chain/chain.ts'
import { makeSourceStanding, type SourceStandingDeps } from '../src/maker/source-standing.ts'
import { type ChainProxy, startChainProxy } from './support/chain-proxy.ts'
import { windowChain } from './support/window-chain.ts'

const parts = startedParts()
const chainId = 31_346
const confirmations = 3
const amount = 1_000n
let truth: LocalAnvil
/** The same chain without what users do on the true one: that is what a liar tells of. */
let shadow: LocalAnvil
let registry: Address
let orders = 0
const proxies: ChainProxy[] = []

const control = (anvil: LocalAnvil, account = 0) =>
  createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(anvil.accounts[account]?.privateKey as Hex),
    chain: anvilChain(chainId),
    transport: http(anvil.rpcUrl),
  })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  truth = await parts.keep(startAnvil({ chainId }))
  shadow = await parts.keep(startAnvil({ chainId }))
  for (const anvil of [truth, shadow])
    registry = (await deployEscrow({ publicClient: control(anvil), walletClient: control(anvil) })).registry
})
beforeEach(async () => {
  for (const anvil of [truth, shadow]) await control(anvil).mine({ blocks: confirmations })
})
afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())))
afterAll(() => parts.end())

/** An endpoint of its own host. */
async function endpoint(anvil: LocalAnvil): Promise<ChainProxy> {
  const proxy = await startChainProxy(anvil.rpcUrl)
  proxies.push(proxy)
  return proxy
}

const timeOf = async (anvil: LocalAnvil) => Number((await control(anvil).getBlock()).timestamp)

/** An order whose source binds until ten minutes from now. */
async function agree() {
  const time = Math.max(await timeOf(truth), await timeOf(shadow))
  orders += 1
  const [user, solver] = [control(truth, 0).account.address, control(truth, 1).account.address]
  const commitmentHash = hashSecret(`0x${orders.toString(16).padStart(64, '0')}`)
  const shared = { token: nativeToken, hopBridge: zeroAddress, amount, commitmentHash } as const
  const terms = {
    a: { ...shared, creator: user, recipient: solver, cancelAfter: time + 86_400 },
    b: { ...shared, creator: solver, recipient: user, cancelAfter: time + 14_400 },
  }
  const intentOf = (chain: 'a' | 'b'): Partial<Intent> => ({
    ...{ chain, asset: `${chain}:eth`, token_address: nativeToken, amount: String(amount) },
    swap_id: predictVault({ registry, chainId, terms: terms[chain] }),
    ...{ creator: terms[chain].creator, recipient: terms[chain].recipient, hop_bridge_factory: null },
    ...{ cancel_after: terms[chain].cancelAfter, commitment_hash: commitmentHash, commitment: null },
    ...{ create_block_number: null, hop_dest_blockchain_id: null },
  })
  const initiateBy = time + 600
  const order = {
    ...{ order_id: `order-${orders}`, initiate_by: initiateBy },
    ...{ source_intent: intentOf('a'), destination_intent: intentOf('b') },
  } as unknown as Order
  return { order, terms: terms.a, initiateBy }
}

function standingBy(endpoints: readonly ChainProxy[], covers: SourceStandingDeps['covers'] = () => true) {
  const urls = endpoints.map(({ url }) => url)
  const traded = (chain: string) => {
    const config = {
      ...windowChain,
      chain,
      chain_id: chainId,
      display_name: chain,
      native_symbol: 'ETH',
      confirmations,
    }
    const client = connect(config as ChainConfig, urls, control(truth, 1).account)
    return { chain: { config, registry, client, endpoints: endpointsOf(chainId, urls) }, sender: undefined }
  }
  const chains = new Map(['a', 'b'].map((name) => [name, traded(name)])) as unknown as SourceStandingDeps['chains']
  return makeSourceStanding({ chains, assets: [], covers })
}

/** One more block, of this time where it is given. */
async function mineOne(anvil: LocalAnvil, time?: number): Promise<void> {
  if (time !== undefined) await control(anvil).setNextBlockTimestamp({ timestamp: BigInt(time) })
  await control(anvil).mine({ blocks: 1 })
}

async function create(terms: EscrowTerms, time: number): Promise<void> {
  const client = control(truth)
  await client.setNextBlockTimestamp({ timestamp: BigInt(time) })
  const hash = await client.sendTransaction({ to: registry, data: encodeCreateEscrowNative(terms), value: amount })
  await client.waitForTransactionReceipt({ hash })
}

describe('a source that is missing', () => {
  it('is missed once a block after its time counts, and not before', async () => {
    const { order, initiateBy } = await agree()
    const standing = standingBy([await endpoint(truth), await endpoint(truth)])
    expect(await standing(order)).toBe('open')
    await mineOne(truth, initiateBy)
    const seen = []
    for (let block = 0; block < confirmations + 1; block += 1) {
      await mineOne(truth, initiateBy + 1 + block)
      seen.push(await standing(order))
    }
    expect(seen).toEqual(['open', 'open', 'missed', 'missed'])
  })

  it('is never missed when it came in the last second, however deep it is', async () => {
    const { order, terms, initiateBy } = await agree()
    const standing = standingBy([await endpoint(truth), await endpoint(truth)])
    await create(terms, initiateBy)
    const seen = [await standing(order)]
    for (let block = 0; block < confirmations; block += 1) {
      await mineOne(truth)
      seen.push(await standing(order))
    }
    expect(seen).toEqual(['open', 'open', 'kept', 'kept'])
  })

  it('is not missed in blocks that a reorganization can still replace by one with its creation', async () => {
    const { order, terms, initiateBy } = await agree()
    const standing = standingBy([await endpoint(truth), await endpoint(truth)])
    const before = await control(truth).snapshot()
    await mineOne(truth, initiateBy + 1)
    await mineOne(truth)
    expect(await standing(order)).toBe('open')
    await control(truth).revert({ id: before })
    await create(terms, initiateBy)
    await control(truth).mine({ blocks: confirmations })
    expect(await standing(order)).toBe('kept')
  })

  it.each<[string, (first: ChainProxy, initiateBy: number) => void, 'open' | 'missed']>([
    ['a second endpoint that lags', (one) => (one.tale = { kind: 'lag', blocks: 3 }), 'open'],
    ['a second endpoint that is down', (one) => (one.tale = { kind: 'down' }), 'open'],
    ['a second endpoint that shows it too', () => undefined, 'missed'],
  ])('is held against %s', async (_case, tell, expected) => {
    const { order, initiateBy } = await agree()
    const [first, second] = [await endpoint(truth), await endpoint(truth)]
    await mineOne(truth, initiateBy + 1)
    await control(truth).mine({ blocks: confirmations - 1 })
    tell(second, initiateBy)
    expect(await standingBy([first, second])(order)).toBe(expected)
    // Whichever is asked first.
    expect(await standingBy([second, first])(order)).toBe(expected)
  })

  it('is not missed on the word of one endpoint that hides it, nor by one that invents later blocks', async () => {
    const { order, terms, initiateBy } = await agree()
    const [honest, liar] = [await endpoint(truth), await endpoint(shadow)]
    await mineOne(shadow, initiateBy + 1)
    await control(shadow).mine({ blocks: confirmations })
    const standing = standingBy([liar, honest])
    expect(await standing(order)).toBe('open')
    const ahead = await endpoint(truth)
    ahead.tale = { kind: 'ahead', blocks: 9, time: initiateBy + 100 }
    expect(await standingBy([ahead, honest])(order)).toBe('open')
    await create(terms, initiateBy)
    await control(truth).mine({ blocks: confirmations })
    expect(await standing(order)).toBe('kept')
  })

  it('is left alone where the order is not what was promised', async () => {
    const { order, initiateBy } = await agree()
    const standing = standingBy([await endpoint(truth)], () => false)
    await mineOne(truth, initiateBy + 1)
    await control(truth).mine({ blocks: confirmations })
    expect(await standing(order)).toBe('kept')
  })

  it('says nothing where no endpoint answers', async () => {
    const { order } = await agree()
    const down = [await endpoint(truth), await endpoint(truth)]
    for (const one of down) one.tale = { kind: 'down' }
    await expect(standingBy(down)(order)).rejects.toThrow()
  })
})
