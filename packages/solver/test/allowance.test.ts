/** The allowance that the solver gives the registry, with tokens of both kinds on a real chain. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createLogger } from '@tandem/service-kit'
import { type Address, createTestClient, erc20Abi, http, maxUint256, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compiledContract } from '../../../test/support/compiled-contract.ts'
import { solverChain } from '../src/chain/chain.ts'
import { makeSender } from '../src/chain/sender.ts'
import { requireAllowance } from '../src/orders/require-allowance.ts'
import type { Side } from '../src/orders/sides.ts'

const registry: Address = '0x000000000000000000000000000000000000c0de'
const stopping = new AbortController()
let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_342 })
  await wallet().setCode({ address: registry, bytecode: '0x00' })
})
afterAll(() => {
  stopping.abort()
  return anvil?.stop()
})

const account = () => privateKeyToAccount(anvil.accounts[0]?.privateKey ?? '0x')
const wallet = () =>
  createTestClient({
    mode: 'anvil',
    account: account(),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  })
    .extend(anvilActions)
    .extend(walletActions)

it.each(['UsdtLike', 'PlainToken'])('a bounded allowance of %s becomes a standing one', async (name) => {
  const bytecode = compiledContract('forge-test/support/Tokens.sol', name)
  const { contractAddress } = await wallet().waitForTransactionReceipt({
    hash: await wallet().deployContract({ abi: [], bytecode }),
  })
  const token = contractAddress as Address
  const contract = { address: token, abi: erc20Abi } as const
  // An allowance that an earlier release, or the operator, has left.
  const hash = await wallet().writeContract({ ...contract, functionName: 'approve', args: [registry, 10n] })
  await wallet().waitForTransactionReceipt({ hash })
  const config = { chain: 'test', chain_id: anvil.chainId, block_time_ms: 100 } as ChainConfig
  const chain = solverChain(config, [anvil.rpcUrl], { registry, account: account() })
  const logger = createLogger({ service: 'test', level: 'error', format: 'json' })
  const sender = makeSender(chain, { slots: 4, stopping: stopping.signal, logger, now: Date.now })
  await requireAllowance({ chain, sender, terms: { token } } as unknown as Side)
  const allowance = await wallet().readContract({
    ...contract,
    functionName: 'allowance',
    args: [account().address, registry],
  })
  expect(allowance).toBe(maxUint256)
})
