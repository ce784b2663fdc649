/** If a vault holds its amount already, every path creates it, and none pays a second time. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { type CreateInitiation, type InitiationPath, Swap, type SwapState, type TandemClient } from '@tandem/sdk'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseSignature } from 'viem'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { amount, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

/** Starts a swap, resumes it a second time as after a reload, and records what the relayer gets. */
async function startSwap() {
  const { client } = inMemoryServices(chains)
  const saved: SwapState[] = []
  const options = { client, network: chains.network, save: (state: SwapState) => void saved.push(state) }
  const swap = await Swap.start(usdcRequest, options)
  const handed: CreateInitiation[] = []
  const createInitiation = async (body: CreateInitiation) => void handed.push(body)
  const relayer = { by: 'relayer', client: { ...client, createInitiation } as unknown as TandemClient } as const
  const { token_address: token, swap_id: vault } = swap.order.source_intent
  const reload = () => Swap.resume(saved.at(-1) as SwapState, options)
  return { swap, reload, relayer, handed, token: token as Address, vault: vault as Address }
}

const held = (token: Address, owner: Address) =>
  chains.a.control.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

async function send(token: Address, data: Hex) {
  const hash = await chains.a.user.sendTransaction({ to: token, data })
  return chains.a.control.waitForTransactionReceipt({ hash })
}

const pay = (token: Address, vault: Address, value: bigint) =>
  send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, value] }))

const paths: InitiationPath[] = ['prefunded', 'permit', 'signed', 'permit2', 'eip3009']

describe('a vault that holds its amount and is not created', () => {
  it.each(paths)('is only created by the wallet that goes on by %s', async (path) => {
    const { swap, token, vault } = await startSwap()
    await pay(token, vault, amount)
    const before = await held(token, accounts.user.address)
    const done = await swap.initiate(path, chains.a.user, { by: 'wallet' })
    expect(done).toMatchObject({ path: 'prefunded', shown: 'created', createTxHash: expect.stringMatching(/^0x/) })
    expect(await held(token, accounts.user.address)).toBe(before)
    expect(await held(token, vault)).toBe(amount)
  })

  it.each(paths)('is handed to the relayer without a signature by %s', async (path) => {
    const { swap, token, vault, relayer, handed } = await startSwap()
    await pay(token, vault, amount)
    expect(await swap.initiate(path, chains.a.user, relayer)).toEqual({
      ...{ path: 'prefunded', walletTxHashes: [], createTxHash: null, shown: 'funded' },
    })
    expect(handed).toEqual([{ type: 'prefunded', order_id: swap.order.order_id }])
  })

  it('is created although a part came first: what is too much waits for its creator', async () => {
    const { swap, token, vault } = await startSwap()
    await pay(token, vault, 1n)
    const done = await swap.initiate('eip3009', chains.a.user, { by: 'wallet' })
    expect(done).toMatchObject({ path: 'eip3009', shown: 'created' })
    expect(await held(token, vault)).toBe(amount + 1n)
  })
})

describe('an EIP-3009 authorization', () => {
  const abi = parseAbi([
    'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  ])

  it('that is signed again after a reload is the same payment, which the token executes once', async () => {
    const { swap, reload, relayer, handed, token, vault } = await startSwap()
    await swap.initiate('eip3009', chains.a.user, relayer)
    await (await reload()).initiate('eip3009', chains.a.user, relayer)
    expect(handed).toHaveLength(2)
    const statuses: string[] = []
    for (const body of handed) {
      if (body.type !== 'eip3009') throw new Error(`a body of ${body.type}`)
      const { r, s, v } = parseSignature(body.signature as Hex)
      const times = [BigInt(body.valid_after), BigInt(body.valid_before)] as const
      const data = encodeFunctionData({
        abi,
        functionName: 'transferWithAuthorization',
        args: [accounts.user.address, vault, amount, ...times, body.nonce as Hex, Number(v), r, s],
      })
      const hash = await chains.a.user.sendTransaction({ to: token, data, gas: 300_000n })
      statuses.push((await chains.a.control.waitForTransactionReceipt({ hash })).status)
    }
    expect(statuses).toEqual(['success', 'reverted'])
    expect(await held(token, vault)).toBe(amount)
  })
})
