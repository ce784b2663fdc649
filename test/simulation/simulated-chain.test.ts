import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isHashOfHeader, receiptsRootOf } from '@tandem/chain'
import { type LyingEndpoint, lyingEndpoint } from '@tandem/chain/lies'
import type { Network } from '@tandem/contracts'
import { accounts, deployNetwork, devnetChains } from '@tandem/devnet'
import {
  decodeEscrowLog,
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeCreateEscrowSigned,
  hashSecret,
} from '@tandem/escrow'
import { devAccounts, type LocalAnvil, startAnvil } from '@tandem/local-services'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  type RpcBlock,
  type RpcTransactionReceipt,
  zeroAddress,
} from 'viem'
import { walletOn } from '../support/two-chains.ts'
import { answerOf } from './json-rpc.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { SimulatedEvm } from './simulated-evm.ts'
import { deterministicDeployer } from './stage.ts'

const secret: Hex = `0x${'5e'.repeat(32)}`

/** Starts a simulated chain behind an endpoint. It mines each transaction at once, as anvil does. */
async function startSimulated(chainId: number): Promise<LyingEndpoint> {
  const evm = await SimulatedEvm.create(chainId)
  const chain = new SimulatedChain('simulated', chainId, evm)
  const rich = new Map(devAccounts.map(({ address }) => [address, parseEther('10000')]))
  chain.begin(await evm.genesis(rich, new Map([deterministicDeployer])), Math.floor(Date.now() / 1000))
  return lyingEndpoint({
    chain: async (request) => {
      const said = await answerOf(chain, { lag: 0 }, request)
      if (request.method === 'eth_sendRawTransaction' && 'result' in said) await chain.mine(chain.head.timestamp + 1)
      return said
    },
  })
}

/** The life of two escrows on a chain, as facts that must not depend on who runs the contracts. */
async function livesOf(
  url: string,
  { network, chainId, cancelAfter }: { network: Network; chainId: number; cancelAfter: number },
) {
  const wallet = walletOn(url, chainId, accounts.solver.privateKey)
  const [chain, asset] = [network.chains[0], network.assets[1]]
  if (chain?.registry_address == null || asset === undefined) throw new Error('the devnet has a chain and two tokens')
  const registry = chain.registry_address as Address
  const termsOf = (over: Partial<EscrowTerms>): EscrowTerms =>
    ({
      ...{ token: asset.token_address as Address, creator: accounts.solver.address, recipient: accounts.user.address },
      ...{ hopBridge: zeroAddress, amount: 10n ** 18n, commitmentHash: hashSecret(secret), cancelAfter },
      ...over,
    }) as EscrowTerms
  const facts: unknown[] = []
  const send = async (to: Address, data: Hex) => {
    const hash = await wallet.sendTransaction({ to, data, gas: 900_000n })
    const receipt = await wallet.waitForTransactionReceipt({ hash })
    facts.push([
      receipt.status,
      receipt.gasUsed,
      receipt.logs.map(({ topics, data: logged }) => decodeEscrowLog({ topics, data: logged }) ?? topics),
    ])
  }
  const refusal = async (data: Hex) =>
    facts.push(
      await wallet.call({ to: registry, data }).then(
        () => 'runs',
        (error: Error & { walk(find: (cause: unknown) => boolean): { data?: unknown } | null }) =>
          error.walk((cause) => typeof (cause as { data?: unknown }).data === 'string')?.data ?? 'no data',
      ),
    )
  await send(
    asset.token_address as Address,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, maxUint256] }),
  )
  const [claimed, kept] = [termsOf({}), termsOf({ amount: 2n * 10n ** 18n })]
  for (const terms of [claimed, kept])
    await send(registry, encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }))
  await refusal(encodeClaim(claimed, `0x${'00'.repeat(32)}`))
  await refusal(encodeCancel(kept))
  await send(registry, encodeClaim(claimed, secret))
  await refusal(encodeClaim(claimed, secret))
  await send(registry, encodeCancel(kept))
  const block = (await wallet.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as RpcBlock
  const receipts = (await wallet.request({
    method: 'eth_getBlockReceipts',
    params: ['latest'],
  } as never)) as RpcTransactionReceipt[]
  facts.push(isHashOfHeader(block), receiptsRootOf(receipts) === block.receiptsRoot)
  facts.push(
    await wallet.readContract({
      abi: erc20Abi,
      address: asset.token_address as Address,
      functionName: 'balanceOf',
      args: [accounts.user.address],
    }),
  )
  return facts
}

describe('a simulated chain', () => {
  let anvils: LocalAnvil[]
  let simulated: LyingEndpoint[]
  const ids = devnetChains.map(({ chainId }) => chainId)

  beforeAll(async () => {
    anvils = await Promise.all(ids.map((chainId) => startAnvil({ chainId })))
    simulated = await Promise.all(ids.map(startSimulated))
  })
  afterAll(async () => {
    await Promise.all([...anvils, ...simulated].map((one) => one.stop()))
  })

  it('runs the escrows to the same events, the same gas and the same refusals as anvil', async () => {
    const lives = await Promise.all(
      [anvils.map(({ rpcUrl }) => rpcUrl), simulated.map(({ url }) => url)].map(async ([a = '', b = '']) => {
        const network = await deployNetwork({ devnet_a: a, devnet_b: b })
        return livesOf(a, { network, chainId: ids[0] as number, cancelAfter: 4_000_000_000 })
      }),
    )
    expect(lives[1]).toEqual(lives[0])
  })
})
