/** The SDK refuses a recipient that nobody may control, and one that accepts no payment. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Swap, type SwapRequest } from '@tandem/sdk'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { compiledContract } from '../../support/compiled-contract.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { amount, evidenceOf, owner, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

const anAddress = () => privateKeyToAccount(generatePrivateKey()).address
/** Code that accepts any call and any payment. */
const anyCode: Hex = '0x00'
const codeOn = (chain: 'a' | 'b', address: Address, bytecode: Hex) =>
  chains[chain].control.setCode({ address, bytecode })

async function start(address: Address, over: Partial<SwapRequest> = {}): Promise<string> {
  const { client } = inMemoryServices(chains)
  const options = { client, network: chains.network, evidence: evidenceOf(chains), save: () => undefined }
  const request = { ...usdcRequest, sourceAddress: address, destinationAddress: address, ...over } as SwapRequest
  return Swap.start(request, options).then(
    () => 'an order',
    (error: unknown) => (error as { code: string }).code,
  )
}

describe('a contract account that swaps to itself', () => {
  it('is refused where its address has no code on the other chain, before there is an order', async () => {
    const wallet = anAddress()
    await codeOn('a', wallet, anyCode)
    expect(await start(wallet)).toBe('RECIPIENT_NOT_DEPLOYED')
    expect(await start(wallet, { allowUndeployedRecipient: true })).toBe('an order')
  })

  it('is refused where the other chain cannot be asked', async () => {
    const wallet = anAddress()
    await codeOn('a', wallet, anyCode)
    const { client } = inMemoryServices(chains)
    const request = { ...usdcRequest, sourceAddress: wallet, destinationAddress: wallet }
    const endpoints = { devnet_a: [chains.a.anvil.rpcUrl] }
    const options = { client, network: chains.network, evidence: { endpoints }, save: () => undefined }
    await expect(Swap.start(request, options)).rejects.toMatchObject({ code: 'EVIDENCE_REQUIRED' })
  })

  it('swaps where it stands on both chains, and to another address', async () => {
    const wallet = anAddress()
    await codeOn('a', wallet, anyCode)
    expect(await start(wallet, { destinationAddress: owner })).toBe('an order')
    await codeOn('b', wallet, anyCode)
    expect(await start(wallet)).toBe('an order')
  })

  it('is its key’s own account where it only delegates (EIP-7702)', async () => {
    const wallet = anAddress()
    await codeOn('a', wallet, `0xef0100${'12'.repeat(20)}`)
    expect(await start(wallet)).toBe('an order')
  })

  it('is no account of a key', async () => {
    expect(await start(anAddress())).toBe('an order')
  })
})

describe('a recipient of the native token', () => {
  const native = { sourceAsset: 'devnet_a:eth', destinationAsset: 'devnet_b:eth', sourceAmount: amount }
  const deployed = async (name: string): Promise<Address> => {
    const bytecode = compiledContract('forge-test/support/Accounts.sol', name)
    const { control, solver } = chains.b
    const hash = await solver.deployContract({ abi: [], bytecode })
    return getAddress((await control.waitForTransactionReceipt({ hash })).contractAddress as Address)
  }

  it('that refuses it is told before there is an order', async () => {
    const refusing = await deployed('RefusingPayee')
    expect(await start(owner, { ...native, destinationAddress: refusing })).toBe('RECIPIENT_REFUSES')
    expect(await start(owner, { destinationAddress: refusing })).toBe('an order')
  })

  it('that takes it swaps, with code or without', async () => {
    const taking = await deployed('HungryPayee')
    expect(await start(owner, { ...native, destinationAddress: taking })).toBe('an order')
    expect(await start(owner, { ...native, destinationAddress: anAddress() })).toBe('an order')
  })
})
