/**
 * What may still become of an order's source, by the endpoints of its chain. The money that is reserved for the order
 * depends on it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { lyingEndpoint } from '@tandem/chain/lies'
import type { ChainConfig } from '@tandem/contracts'
import { type EscrowTerms, encodeCreateEscrowNative, hashSecret, nativeToken, predictVault } from '@tandem/escrow'
import { deployEscrow } from '@tandem/escrow/deploy'
import { anvilChain, type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, createTestClient, type Hex, http, publicActions, walletActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { solverChain } from '../src/chain/chain.ts'
import { makeSourceStanding, type SourceStandingDeps } from '../src/maker/source-standing.ts'
import { windowChain } from './support/window-chain.ts'

const parts = startedParts()
const chainId = 31_346
const confirmations = 3
const amount = 1_000n
let truth: LocalAnvil
/** The same chain without what users do on the true one. A liar shows this chain. */
let shadow: LocalAnvil
let registry: Address
let orders = 0

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
afterAll(() => parts.end())

const timeOf = async (anvil: LocalAnvil) => Number((await control(anvil).getBlock()).timestamp)

/** An order whose source is binding if it is created within ten minutes. */
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

function standingBy(urls: readonly string[], covers: SourceStandingDeps['covers'] = () => true) {
  const traded = (chain: string) => {
    const config = { ...windowChain, chain, chain_id: chainId, confirmations } as ChainConfig
    const { account } = control(truth, 1)
    return { chain: solverChain(config, urls, { registry, account }), sender: undefined }
  }
  const chains = new Map(['a', 'b'].map((name) => [name, traded(name)])) as unknown as SourceStandingDeps['chains']
  return makeSourceStanding({ chains, assets: [], covers })
}

/** Mines one block, at the given time if there is one. */
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
    const standing = standingBy([truth.rpcUrl])
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
    const standing = standingBy([truth.rpcUrl])
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
    const standing = standingBy([truth.rpcUrl])
    const before = await control(truth).snapshot()
    await mineOne(truth, initiateBy + 1)
    await mineOne(truth)
    expect(await standing(order)).toBe('open')
    await control(truth).revert({ id: before })
    await create(terms, initiateBy)
    await control(truth).mine({ blocks: confirmations })
    expect(await standing(order)).toBe('kept')
  })

  it('is not missed on the word of one endpoint that hides it', async () => {
    const { order, terms, initiateBy } = await agree()
    await create(terms, initiateBy)
    await control(truth).mine({ blocks: confirmations })
    const honest = [await lyingEndpoint({ chain: truth.rpcUrl }), await lyingEndpoint({ chain: truth.rpcUrl })]
    const urls = [shadow.rpcUrl, ...honest.map(({ url }) => url)]
    await mineOne(shadow, initiateBy + 1)
    await control(shadow).mine({ blocks: confirmations })
    expect(await standingBy(urls)(order)).toBe('kept')
    await expect(standingBy(urls.slice(0, 2))(order)).rejects.toThrow('endpoints')
    for (const one of honest) await one.stop()
  })

  it('is left alone where the order is not what was promised', async () => {
    const { order, initiateBy } = await agree()
    const standing = standingBy([truth.rpcUrl], () => false)
    await mineOne(truth, initiateBy + 1)
    await control(truth).mine({ blocks: confirmations })
    expect(await standing(order)).toBe('kept')
  })

  it('says nothing where no endpoint answers', async () => {
    const { order } = await agree()
    await expect(standingBy(['http://127.0.0.1:9'])(order)).rejects.toThrow('endpoint')
  })
})
