/** A swap that pays an integrator beside the user: by a vault of the maker under the same hash. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runCli } from '@tandem/cli'
import { makerRecordSchema } from '@tandem/contracts'
import { accounts, assetOf, readBalance } from '@tandem/devnet'
import { encodeCreateEscrowSigned, predictVault } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import { createClient, Swap, termsOf, verifyMakerQuote } from '@tandem/sdk'
import { type Address, createWalletClient, getAddress, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type MakerStack, startMakerStack } from '../support/maker-stack.ts'

let makers: MakerStack
beforeAll(async () => {
  makers = await startMakerStack()
})
afterAll(() => makers?.stop())

const client = () => createClient({ baseUrl: makers.stack.baseUrl, relayerUrl: makers.stack.relayerUrl })
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address
const balanceOf = (owner: Address) => {
  const { chains, network } = makers.stack
  return readBalance(chains.devnet_b.user, assetOf(network, 'devnet_b:usdc'), owner)
}

/** To an address of its own, with the source funded unless told otherwise. */
async function startSwap(feeBips: number) {
  const { stack } = makers
  const [user, integrator] = [freshAddress(), freshAddress()]
  const swap = await Swap.start(
    {
      ...{ userId: 'integrator', sourceAsset: 'devnet_a:usdc', destinationAsset: 'devnet_b:usdc' },
      ...{ sourceAmount: 10n ** 9n, minReceived: 1n, integrator: { address: integrator, feeBips } },
      ...{ sourceAddress: accounts.user.address, destinationAddress: user },
    },
    {
      client: client(),
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
      },
      save: () => undefined,
    },
  )
  return { swap, user, integrator, id: swap.order.order_id }
}

const initiate = (swap: Swap) =>
  swap.initiate('permit', makers.stack.chains.devnet_a.user, { by: 'relayer', client: client() })
const times = { pollMs: 100, timeoutMs: 180_000 }
const feeWhere = async (id: string, field: 'create_tx_hash' | 'claim_tx_hash' | 'cancel_tx_hash') =>
  untilSo(
    async () => (await client().getOrder(id)).integrator_fee,
    (fee) => typeof fee?.[field] === 'string',
    `the ${field} of the fee`,
    180_000,
  )

/** As the solver, which the test has ended, on the destination's chain. */
function solverSender() {
  const { user, anvil } = makers.stack.chains.devnet_b
  const wallet = createWalletClient({
    ...{ account: privateKeyToAccount(accounts.solver.privateKey), chain: user.chain, transport: http(anvil.rpcUrl) },
    pollingInterval: 100,
  }).extend(publicActions)
  return async (to: string, data: `0x${string}`) => {
    const hash = await wallet.sendTransaction({ to: to as Address, data })
    expect((await wallet.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
}

/** As a stranger, by the chains alone. */
async function settle() {
  const { chains, networkFile } = makers.stack
  const rpc = [chains.devnet_a, chains.devnet_b].flatMap(({ name, anvil }) => ['--rpc', `${name}=${anvil.rpcUrl}`])
  const out: string[] = []
  const exitCode = await runCli(['--json', '--network', networkFile, ...rpc, 'settle', '--yes'], {
    env: { TANDEM_PRIVATE_KEY: accounts.faucet.privateKey },
    out: (line) => void out.push(line),
    note: () => {},
    waiting: () => () => {},
    signal: new AbortController().signal,
  })
  return { exitCode, ...(JSON.parse(out.join('')) as { escrows: { vault: string; act: string; is_over: boolean }[] }) }
}

describe('an integrator', () => {
  it('is paid when the user is, by the solver that claims it with the public secret', async () => {
    const { swap, user, integrator, id } = await startSwap(50)
    const { destination_intent: to, integrator_fee: fee } = swap.order
    const expected = (BigInt(to.amount) * 50n + 9_999n) / 10_000n
    expect(fee).toMatchObject({ address: integrator, amount: String(expected) })
    expect(await verifyMakerQuote(swap.order, { signers: [makers.signer] })).toMatchObject({
      message: { integrator, integrator_fee: String(expected), destination_amount: to.amount },
    })
    const terms = { ...termsOf(to), recipient: integrator, amount: expected }
    const { chain_id: chainId = 0 } = makers.stack.network.chains.find(({ chain }) => chain === 'devnet_b') ?? {}
    expect(fee?.swap_id).toBe(predictVault({ registry: getAddress(to.registry_address), chainId, terms }))
    await initiate(swap)
    await feeWhere(id, 'create_tx_hash')
    expect(await balanceOf(integrator)).toBe(0n)
    await swap.claim()
    await swap.waitFor(['completed'], times)
    await feeWhere(id, 'claim_tx_hash')
    expect([await balanceOf(user), await balanceOf(integrator)]).toEqual([BigInt(to.amount), expected])
    const isCounted = ({ fills }: { fills: number }) => fills === 1
    const read = async () => makerRecordSchema.parse(await client().getMakerRecord('one'))
    expect(await untilSo(read, isCounted, 'the fill')).toMatchObject({ unpaid: 0, fades: 0 })
  })

  it('is paid by `tandem settle` of any account when the solver does not claim for it', async () => {
    const { swap, integrator, id } = await startSwap(50)
    await initiate(swap)
    const fee = await feeWhere(id, 'create_tx_hash')
    await makers.stack.solver.kill()
    await swap.waitFor(['destination_initiated'], times)
    await swap.claim()
    await swap.waitFor(['destination_claimed', 'completed'], times)
    expect(await balanceOf(integrator)).toBe(0n)
    const { exitCode, escrows } = await settle()
    expect(exitCode).toBe(0)
    expect(escrows).toContainEqual(expect.objectContaining({ vault: fee?.swap_id, act: 'claim', is_over: true }))
    expect(await balanceOf(integrator)).toBe(BigInt(fee?.amount ?? 0))
    await makers.stack.solver.restart()
    await swap.waitFor(['completed'], times)
  })

  it('gets nothing of a swap that is refunded, nor of a maker that funds the user alone, whose record says so', async () => {
    const { solver, chains } = makers.stack
    const refunded = await startSwap(100)
    await initiate(refunded.swap)
    await feeWhere(refunded.id, 'create_tx_hash')
    const { swap, user, integrator, id } = await startSwap(50)
    await solver.kill()
    const { destination_intent: to } = swap.order
    await initiate(swap)
    await swap.waitFor(['source_initiated'], times)
    const create = encodeCreateEscrowSigned({ terms: termsOf(to), deadline: 0, creatorSignature: '0x' })
    await solverSender()(to.registry_address, create)
    await swap.waitFor(['destination_initiated'], times)
    await swap.claim()
    const isPaid = (held: bigint) => held === BigInt(to.amount)
    await untilSo(() => balanceOf(user), isPaid, 'the payment of the user', 120_000)
    const { integrator_fee: fee, destination_intent: back } = refunded.swap.order
    const locked = BigInt(back.amount) + BigInt(fee?.amount ?? 0)
    const before = await balanceOf(accounts.solver.address)
    const { control } = chains.devnet_b
    const { timestamp } = await control.getBlock()
    const end = Math.max(back.cancel_after, (swap.order.fill_by ?? 0) + 301)
    await control.increaseTime({ seconds: end + 1 - Number(timestamp) })
    await control.mine({ blocks: 3 })
    const read = async () => makerRecordSchema.parse(await client().getMakerRecord('one'))
    const record = await untilSo(read, ({ unpaid }) => unpaid === 1, 'the missing fee on the record', 180_000)
    expect(record.evidence.find(({ order_id }) => order_id === id)).toMatchObject({ outcome: 'unpaid' })
    expect(record.benched_until).not.toBeNull()
    await solver.restart()
    await feeWhere(refunded.id, 'cancel_tx_hash')
    const isBack = (held: bigint) => held === before + locked
    await untilSo(() => balanceOf(accounts.solver.address), isBack, 'the money of the maker', 120_000)
    expect((await client().getOrder(id)).integrator_fee?.create_tx_hash).toBeNull()
    expect(await Promise.all([integrator, refunded.integrator, refunded.user].map(balanceOf))).toEqual([0n, 0n, 0n])
  })
})
