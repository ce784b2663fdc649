/** Another party does first what a wallet is about to do. The step then counts as done, and is no error. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { encodeCancel, encodeClaim, encodeCreateEscrow, encodeRecoverPrefund } from '@tandem/escrow'
import { Swap, termsOf } from '@tandem/sdk'
import { type Address, createClient, custom, type EIP1193RequestFn, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { claimByWallet } from '../../../packages/sdk/src/settle/settle-vault.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { passTime, startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'
import { amount, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

/** Both sides belong to the user's address, so that one wallet takes every step. */
const startSwap = () =>
  Swap.start(usdcRequest, { client: inMemoryServices(chains).client, network: chains.network, save: () => undefined })

/** The calls that viem makes right before it signs and sends. */
const beforeSending = new Set(['eth_fillTransaction', 'eth_estimateGas'])

/** The user's wallet. The other party's transaction is mined right before its next one is sent. */
function overtakenWallet({ user, solver, control }: TestChain, call: { to: Address; data: Hex }) {
  let isOvertaken = false
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (beforeSending.has(method) && !isOvertaken) {
      isOvertaken = true
      const hash = await solver.sendTransaction(call)
      await control.waitForTransactionReceipt({ hash })
    }
    return control.request({ method, params } as never)
  }
  const transport = custom({ request: request as EIP1193RequestFn })
  return createClient({ account: user.account, chain: user.chain, transport, pollingInterval: 50 })
}

const sourceOf = ({ order: { source_intent: source } }: Swap) => ({
  terms: termsOf(source),
  to: source.registry_address as Address,
  vault: source.swap_id as Address,
})

async function deposit(swap: Swap): Promise<void> {
  const { terms, vault } = sourceOf(swap)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amount] })
  const hash = await chains.a.user.sendTransaction({ to: terms.token, data })
  await chains.a.control.waitForTransactionReceipt({ hash })
}

describe('a step that another party is first to take', () => {
  it('a recovery: the keeper creates the escrow of the deposit, which can be cancelled only later', async () => {
    const swap = await startSwap()
    await deposit(swap)
    const { terms, to } = sourceOf(swap)
    const wallet = overtakenWallet(chains.a, { to, data: encodeCreateEscrow(terms) })
    await expect(swap.refund(wallet)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE_YET', retryable: true })
  })

  it('an initiation: the keeper creates the escrow of a deposit', async () => {
    const swap = await startSwap()
    await deposit(swap)
    const { terms, to } = sourceOf(swap)
    const wallet = overtakenWallet(chains.a, { to, data: encodeCreateEscrow(terms) })
    const done = await swap.initiate('prefunded', wallet, { by: 'wallet' })
    expect(done).toEqual({ path: 'prefunded', walletTxHashes: [], createTxHash: null, shown: 'created' })
  })

  it('a claim: the relayer claims with the same secret', async () => {
    const swap = await startSwap()
    const { destination_intent: destination } = swap.order
    const terms = termsOf(destination)
    const to = destination.registry_address as Address
    const mint = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [destination.swap_id as Address, terms.amount],
    })
    for (const call of [
      { to: terms.token, data: mint },
      { to, data: encodeCreateEscrow(terms) },
    ])
      await chains.b.control.waitForTransactionReceipt({ hash: await chains.b.solver.sendTransaction(call) })
    const { secret } = swap.state
    const wallet = overtakenWallet(chains.b, { to, data: encodeClaim(terms, secret) })
    const chain = chains.network.chains.find((one) => one.chain === destination.chain)
    if (chain === undefined) throw new Error('the network has no such chain')
    const claimed = claimByWallet(swap.order, secret, { wallet, chain: chain as never, to: accounts.user.address })
    expect(await claimed).toBeNull()
  })

  // The last two tests move the chain's clock.
  it('a refund: the market maker cancels the escrow', async () => {
    const swap = await startSwap()
    await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    const { terms, to } = sourceOf(swap)
    await passTime(chains.a, terms.cancelAfter)
    const wallet = overtakenWallet(chains.a, { to, data: encodeCancel(terms) })
    expect(await swap.refund(wallet)).toEqual({ txHash: null, amount, shown: 'cancelled' })
  })

  it('a recovery: the keeper gives back what lay at the address', async () => {
    const swap = await startSwap()
    await deposit(swap)
    const { terms, to } = sourceOf(swap)
    await passTime(chains.a, terms.cancelAfter)
    const wallet = overtakenWallet(chains.a, { to, data: encodeRecoverPrefund(terms) })
    expect(await swap.refund(wallet)).toEqual({ txHash: null, amount, shown: 'recovered' })
  })
})

it('a step that fails for another reason stays an error', async () => {
  const swap = await startSwap()
  await deposit(swap)
  // The other party's transaction does not touch the escrow, and the user refuses the wallet's transaction.
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_sendTransaction') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    return chains.a.control.request({ method, params } as never)
  }
  const wallet = createClient({
    account: { address: accounts.user.address, type: 'json-rpc' },
    transport: custom({ request: request as EIP1193RequestFn }),
    pollingInterval: 50,
  })
  await expect(swap.refund(wallet)).rejects.toThrow('User rejected')
  expect((await swap.refund(chains.a.user)).shown).toBe('recovered')
})
