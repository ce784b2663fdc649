/** Tests each way in which a secret must not leave: by POST /claims, and in the worker after the claim was accepted. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import {
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  escrowRegistryAbi,
  type HopRoute,
  hashSecret,
  hopClaimTypedData,
  hopDispatchGas,
  testTokenAbi,
} from '@tandem/escrow'
import { testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deterministicDeployer } from '@tandem/escrow/deploy'
import { untilSo } from '@tandem/local-services'
import { Redis } from 'ioredis'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToNumber,
  keccak256,
  numberToHex,
  slice,
  zeroHash,
} from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { claimOf, type PostedClaim, postClaim } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import { type ChainName, confirmations } from './support/test-chains.ts'
import { finalChain, hopBridge } from './support/test-network.ts'
import type { RequestRow } from './support/testbed.ts'
import { captureOutput, redisKeysWith, tablesWith } from './support/traces.ts'
import { useTestbed } from './support/use-testbed.ts'

const otherAddress: Address = '0x0000000000000000000000000000000000008002'
const otherHash: Hex = `0x${'ab'.repeat(32)}`
/** Code in the place of the bridge, which answers every call with one. */
const bridge = hopBridge
const answersOne: Hex = '0x600160005260206000f3'
const finalChainId = finalChain.blockchainId

const testbed = useTestbed()
let nodes: Record<ChainName, RpcProxy>
let snapshot: Hex
let sent: number
let output: ReturnType<typeof captureOutput>

beforeAll(async () => {
  nodes = { left: await testbed.startProxy('left'), right: await testbed.startProxy('right') }
  await testbed.control('right').setCode({ address: bridge, bytecode: answersOne })
})
beforeEach(async () => {
  snapshot = await testbed.control('right').snapshot()
  sent = await testbed.control('right').getTransactionCount({ address: testbed.signer })
  output = captureOutput()
})
afterEach(async () => {
  output.restore()
  await testbed.db.query('TRUNCATE requests CASCADE')
  await testbed.control('right').revert({ id: snapshot })
})

const start = (roles: 'api' | 'worker', env: Record<string, string> = {}): Promise<string> => {
  const through = testbed.rpcUrls({ left: [nodes.left], right: [nodes.right] })
  return testbed.startRelayer({ ROLES: roles, LOG_LEVEL: 'debug', ...through, ...env })
}

async function post(url: string, claim: PostedClaim) {
  const answer = await postClaim(url, claim)
  expect(answer.text).not.toContain(claim.secret.slice(2))
  return { ...(answer.body as object), ...answer }
}

/** Asserts that the secret is stored nowhere, was shown to no endpoint, and that nothing was sent. */
async function expectNoTrace(secret: Hex): Promise<void> {
  expect(await tablesWith(secret, testbed.database.url)).toEqual([])
  expect(await redisKeysWith(secret, process.env.TANDEM_TEST_REDIS_URL ?? '')).toEqual([])
  expect(output.saw(secret)).toBe(false)
  expect(nodes.left.saw(secret) || nodes.right.saw(secret)).toBe(false)
  expect(nodes.right.calls.filter(({ method }) => method === 'eth_sendRawTransaction')).toEqual([])
  expect(await testbed.control('right').getTransactionCount({ address: testbed.signer })).toBe(sent)
}

type Claim = { order: OrderWire; secret: Hex; destination: EscrowTerms; hop?: object; swapId?: string }

/** Changes what the orderbook says of the destination. */
function tell<T extends Claim>(claim: T, destination: Partial<OrderWire['destination_intent']>): T {
  const order = { ...claim.order, destination_intent: { ...claim.order.destination_intent, ...destination } }
  testbed.orderbook.orders.set(order.order_id, order)
  return { ...claim, order }
}
const vaultOf = ({ order }: Claim) => order.destination_intent.swap_id as Address

/** Opens a vault with changed terms, and has the orderbook name that vault. @returns its claim. */
async function standIn(claim: Claim, change: Partial<EscrowTerms>, wire: Partial<OrderWire['destination_intent']>) {
  const destination = { ...claim.destination, ...change }
  await testbed.open('right', 2, destination)
  const vault = testbed.vaultOf('right', destination)
  return tell({ ...claim, destination }, { swap_id: vault, ...wire })
}

/** A token of the same kind that the relayer's network file does not list. */
async function secondToken(): Promise<Address> {
  const wallet = testbed.wallet('right', 2)
  const { address } = await deployContractDeterministic({
    publicClient: wallet,
    walletClient: wallet,
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Junk', 'JUNK', 6],
  })
  const mint = { abi: testTokenAbi, functionName: 'mint', args: [wallet.account.address, 10n ** 6n] } as const
  await send(2, address, encodeFunctionData(mint))
  return address
}

/** Takes away one unit of what the vault holds, as a token with a fee or a negative interest would. */
async function shorten(claim: Claim): Promise<void> {
  // `_balances` is OpenZeppelin's first variable.
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vaultOf(claim), 0n]))
  const value = numberToHex(claim.destination.amount - 1n, { size: 32 })
  await testbed.control('right').setStorageAt({ address: testbed.token, index, value })
  await testbed.control('right').mine({ blocks: confirmations })
}
const pass = (time: number) => testbed.setClock('right', time)
const send = (account: number, to: Address, data: Hex) => testbed.send('right', account, { to, data })
/** Cancels with the recipient's consent, so that the solver has the money back at once. */
const cancel = (claim: Claim) =>
  send(
    1,
    testbed.registry,
    encodeFunctionData({
      abi: escrowRegistryAbi,
      functionName: 'cancelWithConsent',
      args: [claim.destination, 0n, '0x'],
    }),
  )
const reorg = (depth: number) =>
  testbed.control('right').request({ method: 'anvil_reorg', params: [depth, []] } as never)

/** A hop order whose vaults are open, and its claim as it must be. */
async function hopClaim(
  change: {
    route?: Partial<HopRoute>
    vault?: Address
    signer?: number
    recipient?: Address
    write?: (signature: Hex) => Hex
  } = {},
): Promise<Claim> {
  const { recipient, write = (signature) => signature } = change
  const base = await testbed.order({ isDestinationOpen: false, ...(recipient && { destination: { recipient } }) })
  const destination = { ...base.destination, hopBridge: bridge }
  await testbed.open('right', 2, destination)
  const vault = testbed.vaultOf('right', destination)
  const route: HopRoute = {
    destBlockchainId: finalChainId,
    hopRecipient: otherAddress,
    feeToken: testbed.token,
    relayerFee: 0n,
    dispatchGas: hopDispatchGas,
    deadline: destination.cancelAfter,
    ...change.route,
  }
  const signature = await testbed.wallet('right', change.signer ?? 1).signTypedData(
    hopClaimTypedData({
      chainId: 912,
      registry: testbed.registry,
      vault: change.vault ?? vault,
      commitmentHash: destination.commitmentHash,
      hopBridge: bridge,
      route,
    }),
  )
  const wire = {
    bridge_factory: bridge,
    dest_blockchain_id: route.destBlockchainId,
    recipient: route.hopRecipient,
    fee_token: route.feeToken,
    relayer_fee: String(route.relayerFee),
    dispatch_gas: route.dispatchGas,
  }
  const claim = { ...base, destination, hop: { ...wire, deadline: route.deadline, signature: write(signature) } }
  return tell(claim, {
    swap_id: vault,
    l1_hop: true,
    final_chain: 'final',
    hop_bridge_factory: bridge,
    hop_dest_blockchain_id: finalChainId,
    hop_recipient: otherAddress,
    hop_fee_token: testbed.token,
    hop_relayer_fee: '0',
  })
}

/** A wallet that is not deployed, and accepts every signature (ERC-1271) once it is. */
const absentWallet = { factory: deterministicDeployer, code: '0x6d631626ba7e60e01b5f5260205ff35f52600e6012f3' as Hex }
const absentAddress = getContractAddress({
  ...{ opcode: 'CREATE2', from: absentWallet.factory, salt: zeroHash, bytecode: absentWallet.code },
})

/** Makes the recovery byte 0 or 1. The registry accepts only 27 and 28. */
const withLowRecoveryByte = (signature: Hex): Hex =>
  concat([slice(signature, 0, 64), numberToHex(hexToNumber(slice(signature, 64)) - 27, { size: 1 })])

const ofAbsentWallet = (signature: Hex): Hex =>
  serializeErc6492Signature({
    address: absentWallet.factory,
    data: concat([zeroHash, absentWallet.code]),
    signature,
  })

describe('the search for traces', () => {
  it('finds a secret where there is one', async () => {
    const secret = otherHash
    const redisUrl = process.env.TANDEM_TEST_REDIS_URL ?? ''
    const redis = new Redis(redisUrl)
    await redis.hset('trace-test', 'field', `the secret is ${secret}`)
    await testbed.db.query("CREATE TABLE trace_test AS SELECT decode($1, 'hex') AS bytes", [secret.slice(2)])
    process.stdout.write(Buffer.from(secret.slice(2), 'hex').toString('base64'))
    expect(await tablesWith(secret, testbed.database.url)).toEqual(['public.trace_test'])
    expect(await redisKeysWith(secret, redisUrl)).toEqual(['trace-test'])
    expect(output.saw(secret)).toBe(true)
    await testbed.db.query('DROP TABLE trace_test')
    await redis.del('trace-test')
    redis.disconnect()
  })
})

describe('POST /claims refuses, and forgets the secret', () => {
  it.each<[string, () => Promise<Claim>, number, string]>([
    ['vault not deployed', () => testbed.order({ isDestinationOpen: false }), 409, 'DESTINATION_NOT_INITIATED'],
    ['vault not at depth', () => testbed.order({ blocks: 0 }), 409, 'DESTINATION_NOT_INITIATED'],
    [
      'vault reorged away',
      async () => {
        const claim = await testbed.order()
        await reorg(2 * confirmations)
        return claim
      },
      409,
      'DESTINATION_NOT_INITIATED',
    ],
    ['wrong token', async () => tell(await testbed.order(), { token_address: otherAddress }), 409, 'VAULT_MISMATCH'],
    ['other recipient', async () => tell(await testbed.order(), { recipient: otherAddress }), 409, 'VAULT_MISMATCH'],
    ['other amount', async () => tell(await testbed.order(), { amount: '999' }), 409, 'VAULT_MISMATCH'],
    ['other hash', async () => tell(await testbed.order(), { commitment_hash: otherHash }), 409, 'VAULT_MISMATCH'],
    ['another vault', async () => tell(await testbed.order(), { swap_id: otherAddress }), 409, 'VAULT_MISMATCH'],
    [
      'amount short',
      async () => {
        const claim = await testbed.order()
        await shorten(claim)
        return claim
      },
      409,
      'VAULT_MISMATCH',
    ],
    [
      'too near the deadline',
      async () => {
        const claim = await testbed.order()
        await pass(claim.destination.cancelAfter - 59)
        return claim
      },
      409,
      'TOO_LATE',
    ],
    [
      'already cancelled',
      async () => {
        const claim = await testbed.order()
        await cancel(claim)
        return claim
      },
      409,
      'ORDER_FINAL',
    ],
    [
      'hop payload missing',
      async () => {
        const { hop, ...claim } = await hopClaim()
        return claim
      },
      422,
      'HOP_REQUIRED',
    ],
    ['hop to another recipient', () => hopClaim({ route: { hopRecipient: testbed.registry } }), 422, 'HOP_MISMATCH'],
    ['hop with a fee', () => hopClaim({ route: { relayerFee: 1n } }), 422, 'HOP_MISMATCH'],
    ['hop signed by another key', () => hopClaim({ signer: 2 }), 422, 'SIGNATURE_INVALID'],
    ['hop signed for another vault', () => hopClaim({ vault: otherAddress }), 422, 'SIGNATURE_INVALID'],
    [
      'hop signed with a recovery byte that the registry does not take',
      () => hopClaim({ write: withLowRecoveryByte }),
      422,
      'SIGNATURE_INVALID',
    ],
    [
      'hop signed for a wallet that is not deployed (ERC-6492)',
      () => hopClaim({ recipient: absentAddress, write: ofAbsentWallet }),
      422,
      'SIGNATURE_INVALID',
    ],
    [
      'hop expired',
      async () => hopClaim({ route: { deadline: Number((await testbed.control('right').getBlock()).timestamp) + 30 } }),
      422,
      'HOP_EXPIRED',
    ],
    [
      'a junk vault of the same hash that the orderbook names in place of the one that the client has verified',
      async () => {
        const claim = await testbed.order()
        const junk = { amount: 1n, recipient: otherAddress }
        const named = await standIn(claim, junk, { amount: '1', recipient: otherAddress })
        return { ...named, swapId: claim.order.destination_intent.swap_id }
      },
      409,
      'SWAP_MISMATCH',
    ],
    [
      'a token that the network file does not list, in a vault that stands',
      async () => {
        const claim = await testbed.order()
        const token = await secondToken()
        return standIn(claim, { token }, { token_address: token })
      },
      409,
      'VAULT_MISMATCH',
    ],
    [
      'a token under the name of another chain’s asset',
      async () => tell(await testbed.order(), { asset: 'left:dai' }),
      409,
      'VAULT_MISMATCH',
    ],
    [
      'another registry',
      async () => tell(await testbed.order(), { registry_address: otherAddress }),
      409,
      'VAULT_MISMATCH',
    ],
    [
      'a bridge that the network file does not know',
      async () => {
        const claim = await hopClaim()
        await testbed.control('right').setCode({ address: otherAddress, bytecode: answersOne })
        return standIn(claim, { hopBridge: otherAddress }, { hop_bridge_factory: otherAddress })
      },
      409,
      'VAULT_MISMATCH',
    ],
    [
      'a hop to a chain that the network file does not know',
      async () => tell(await hopClaim(), { hop_dest_blockchain_id: otherHash }),
      409,
      'VAULT_MISMATCH',
    ],
  ])('%s', async (_name, prepare, status, code) => {
    const url = await start('api')
    const claim = await prepare()
    expect(await post(url, claim)).toMatchObject({ status, code })
    expect((await testbed.db.query('SELECT id FROM requests')).rows).toEqual([])
    expect(output.length).toBeGreaterThan(0)
    await expectNoTrace(claim.secret)
  })

  it('a vault other than the one that its claim was made for', async () => {
    const url = await start('api')
    const claim = await testbed.order()
    const swapId = claim.order.destination_intent.swap_id
    expect((await post(url, { ...claim, swapId })).status).toBe(202)
    expect((await post(url, { ...claim, swapId: swapId.toLowerCase() })).status).toBe(200)
    expect(await post(url, { ...claim, swapId: otherAddress })).toMatchObject({
      status: 409,
      code: 'SWAP_MISMATCH',
      details: { field: 'swap_id', expected: swapId, given: otherAddress },
    })
  })

  it('the secret of another order', async () => {
    const url = await start('api')
    const claim = { ...(await testbed.order()), secret: otherHash }
    expect(await post(url, claim)).toMatchObject({ status: 422, code: 'WRONG_SECRET' })
    await expectNoTrace(claim.secret)
  })
})

/** Waits until `isSo` holds for the request. Nothing is mined in the meantime. */
const settled = (order: OrderWire, isSo: (row: RequestRow) => boolean): Promise<RequestRow> =>
  untilSo(() => testbed.requestOf(order), isSo, 'settled')
/** Changes the stored work, so that it is not what was accepted. `path` in the work, as PostgreSQL writes it. */
const tamper = (path: string, value: unknown) =>
  testbed.db.query('UPDATE requests SET payload = jsonb_set(payload, $1, $2::jsonb)', [path, JSON.stringify(value)])

describe('the worker refuses what was accepted, and erases the secret', () => {
  it.each<[string, (claim: Claim) => Promise<unknown>, string]>([
    ['wrong token', () => tamper('{destination,terms,token}', otherAddress), 'VAULT_MISMATCH'],
    ['other recipient', () => tamper('{destination,terms,recipient}', otherAddress), 'VAULT_MISMATCH'],
    ['other amount', () => tamper('{destination,terms,amount}', '999'), 'VAULT_MISMATCH'],
    ['other hash', () => tamper('{destination,terms,commitmentHash}', otherHash), 'VAULT_MISMATCH'],
    ['amount short', shorten, 'VAULT_MISMATCH'],
    ['too near the deadline', ({ destination }) => pass(destination.cancelAfter - 59), 'EXPIRED'],
    ['cancelled', cancel, 'CANCELLED'],
  ])('%s', async (_name, change, code) => {
    const claim = await testbed.order()
    await acceptThen(claim, change)
    const row = await settled(claim.order, ({ state }) => state === 'rejected')
    expect(row).toMatchObject({ error_code: code, revealed_at: null, secret_ct: null, secret_key_id: null })
    await expectNoTrace(claim.secret)
  })

  it.each<[string, (claim: Claim) => Promise<unknown>]>([
    ['hop to another recipient', () => tamper('{hop,route,hopRecipient}', testbed.registry)],
    ['hop with a fee', () => tamper('{hop,route,relayerFee}', '1')],
    [
      'hop signed by another key',
      async () => tamper('{hop,signature}', ((await hopClaim({ signer: 2 })).hop as { signature: Hex }).signature),
    ],
    [
      'hop signed for another vault',
      async () => tamper('{hop,signature}', ((await hopClaim()).hop as { signature: Hex }).signature),
    ],
    ['hop route closed', () => testbed.control('right').setCode({ address: bridge, bytecode: '0x60005f5260205ff3' })],
  ])('%s', async (_name, change) => {
    const claim = await hopClaim()
    await acceptThen(claim, change)
    const row = await settled(claim.order, ({ state }) => state === 'rejected')
    expect(row).toMatchObject({ error_code: 'HOP_INVALID', revealed_at: null, secret_ct: null })
    await expectNoTrace(claim.secret)
  })

  it('hop expired meanwhile', async () => {
    const { timestamp } = await testbed.control('right').getBlock()
    const deadline = Number(timestamp) + 600
    const claim = await hopClaim({ route: { deadline } })
    await acceptThen(claim, () => pass(deadline - 59))
    const row = await settled(claim.order, ({ state }) => state === 'rejected')
    expect(row).toMatchObject({ error_code: 'HOP_INVALID', revealed_at: null, secret_ct: null })
    await expectNoTrace(claim.secret)
  })

  it('vault reorged away: it waits, keeps the secret sealed, and fails when the time is over', async () => {
    const claim = await testbed.order()
    await acceptThen(claim, () => reorg(2 * confirmations))
    await settled(claim.order, ({ last_reason: reason }) => String(reason).includes('not on chain'))
    await expectNoTrace(claim.secret)
    await pass(claim.destination.cancelAfter)
    const row = await settled(claim.order, ({ state }) => state === 'rejected')
    expect(row).toMatchObject({ error_code: 'EXPIRED', revealed_at: null, secret_ct: null })
    await expectNoTrace(claim.secret)
  })

  it.each([
    ['MAX_FEE_PER_GAS_WEI', 'fee_above_cap'],
    ['MAX_CLAIM_FEE_WEI', 'cost_above_cap'],
  ])('a fee above %s: it waits', async (variable, reason) => {
    const claim = await testbed.order()
    await acceptThen(claim, async () => undefined, { [variable]: '1000000' })
    const row = await settled(claim.order, ({ last_reason_code: last }) => last === reason)
    expect(row).toMatchObject({ state: 'accepted', revealed_at: null })
    expect(await tablesWith(claim.secret, testbed.database.url)).toEqual([])
    expect(output.saw(claim.secret)).toBe(false)
    expect(await testbed.control('right').getTransactionCount({ address: testbed.signer })).toBe(sent)
  })

  async function acceptThen(
    claim: Claim,
    change: (claim: Claim) => Promise<unknown>,
    env: Record<string, string> = {},
  ): Promise<void> {
    expect(await post(await start('api'), claim)).toMatchObject({ status: 202 })
    await change(claim)
    await start('worker', env)
  }
})

describe('a claim on an order that is over', () => {
  it('cancelled: ORDER_FINAL says what happened, and where', async () => {
    const url = await start('api')
    const claim = await testbed.order()
    const hash = await cancel(claim)
    expect((await post(url, claim)).details).toEqual({
      source: { chain: 'left', swap_id: claim.order.source_intent.swap_id, state: 'open', cancel_tx_hash: null },
      destination: { chain: 'right', swap_id: vaultOf(claim), state: 'cancelled', cancel_tx_hash: hash },
    })
  })

  it('expired and cancelled: the same', async () => {
    const url = await start('api')
    const claim = await testbed.order()
    await pass(claim.destination.cancelAfter)
    const hash = await send(2, testbed.registry, encodeCancel(claim.destination))
    expect(await post(url, claim)).toMatchObject({
      status: 409,
      code: 'ORDER_FINAL',
      details: { destination: { state: 'cancelled', cancel_tx_hash: hash } },
    })
    await expectNoTrace(claim.secret)
  })

  it('claimed by another account: 200 and superseded, with that transaction, and no secret is kept', async () => {
    const url = await start('api')
    const claim = await testbed.order()
    const hash = await send(3, testbed.registry, encodeClaim(claim.destination, claim.secret))
    expect(hashSecret(claim.secret)).toBe(claim.destination.commitmentHash)
    await testbed.control('right').mine({ blocks: confirmations })
    expect(await post(url, claim)).toMatchObject({ status: 200 })
    const found = await claimOf(url, claim.order)
    expect(found).toMatchObject({ status: 'superseded', claim_tx_hash: hash, attempts: [], error_code: null })
    expect((await testbed.db.query('SELECT secret_ct FROM requests')).rows).toEqual([{ secret_ct: null }])
    expect(await post(url, claim)).toMatchObject({ status: 200 })
  })
})

describe('chains that stand still', () => {
  // By the chains' clock an hour is left to claim; by ours, half a minute.
  const still = useTestbed({ behindSecs: 3_570 })

  it('do not make it act early: nothing is kept, and nothing final is said', async () => {
    const { order, secret } = await still.order()
    const answer = await postClaim(await still.startRelayer(), { order, secret })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.body).toMatchObject({ code: 'CHAIN_UNAVAILABLE', retryable: true })
    expect(answer.body).toMatchObject({ result: expect.stringContaining('no new block') })
    expect(await tablesWith(secret, still.database.url)).toEqual([])
  })
})
