import { testTokenAbi } from '@tandem/escrow'
import { testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil } from '@tandem/local-services'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Ask, makeAsk } from './json-rpc.ts'

/** A transaction that any account may send. */
export interface LiveCall {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}

/** A chain of the model as a real chain. Times in unix seconds. */
export interface LiveChain {
  readonly chainId: number
  readonly registry: Address
  readonly token: Address
  readonly client: PublicClient
  readonly ask: Ask
  /** Accounts with tokens, which allow the registry to pull them. None of them sends a transaction. */
  readonly parties: readonly PrivateKeyAccount[]
  /** The account that sends every transaction. */
  readonly stranger: Address
  /** The numbers of the first block of a trace, and of the newest one. */
  readonly first: number
  head(): number
  /** Goes back to the chain's beginning, and mines a block with these calls, and an empty one for each time. */
  begin(calls: readonly LiveCall[], times: readonly number[]): Promise<void>
  mine(time: number): Promise<void>
  /**
   * Mines the newest block once more, with one call added.
   *
   * @returns whether every transaction in it has succeeded.
   */
  include(call: LiveCall): Promise<boolean>
  /** Replaces the newest blocks with empty ones of the same times. */
  reorg(blocks: number): Promise<void>
  stop(): Promise<void>
}

const partyCount = 4

export async function startLiveChain(chainId: number): Promise<LiveChain> {
  // The first tick is at zero, so that a moment is the same number of seconds in the model and on its chains.
  const anvil = await startAnvil({ chainId, timestamp: 0 })
  const ask = makeAsk(anvil.rpcUrl)
  const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => ask(method, params)
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const parties = anvil.accounts.slice(1, 1 + partyCount).map(({ privateKey }) => privateKeyToAccount(privateKey))
  const { registry, token } = await setUp(anvil, ask, parties)
  const stranger = anvil.accounts[0]?.address as Address
  const setUpHead = Number(await ask<Hex>('eth_blockNumber', []))
  const blocks: { time: number; calls: readonly LiveCall[] }[] = []

  async function mineBlock(time: number, calls: readonly LiveCall[]): Promise<boolean> {
    for (const { to, data, value = 0n } of calls)
      await ask('eth_sendTransaction', [{ from: stranger, to, data, value: numberToHex(value), gas: '0xf4240' }])
    await ask('evm_mine', [{ timestamp: time }])
    blocks.push({ time, calls })
    if (calls.length === 0) return true
    const receipts = await ask<{ status: Hex }[]>('eth_getBlockReceipts', ['latest'])
    return receipts.length === calls.length && receipts.every(({ status }) => status === '0x1')
  }
  async function takeBack(count: number) {
    await ask('anvil_rollback', [count])
    return blocks.splice(-count)
  }

  return {
    ...{ chainId, registry, token, client, ask, parties, stranger },
    first: setUpHead + 1,
    head: () => setUpHead + blocks.length,
    async begin(calls, times) {
      if (blocks.length > 0) await takeBack(blocks.length)
      if (!(await mineBlock(0, calls))) throw new Error('the vaults of a trace cannot be prefunded')
      for (const time of times) await mineBlock(time, [])
    },
    async mine(time) {
      await mineBlock(time, [])
    },
    async include(call) {
      const [newest] = await takeBack(1)
      if (newest === undefined) throw new Error('the chain has no block')
      return mineBlock(newest.time, [...newest.calls, call])
    },
    async reorg(count) {
      for (const { time } of await takeBack(count)) await mineBlock(time, [])
    },
    stop: () => anvil.stop(),
  }
}

async function setUp(anvil: LocalAnvil, ask: Ask, parties: readonly PrivateKeyAccount[]) {
  const transport = http(anvil.rpcUrl)
  await ask('anvil_setBlockTimestampInterval', [0])
  const chain = anvilChain(anvil.chainId)
  const walletOf = (account: PrivateKeyAccount) =>
    createWalletClient({ account, transport, chain }).extend(anvilActions)
  const walletClient = walletOf(privateKeyToAccount(anvil.accounts[0]?.privateKey as Hex))
  const publicClient = createPublicClient({ transport, chain })
  const { registry } = await deployEscrow({ publicClient, walletClient })
  const args = ['Test Token', 'TEST', 6] as const
  const { address: token } = await deployContractDeterministic({
    ...{ publicClient, walletClient, abi: testTokenAbi, bytecode: testTokenBytecode, args },
  })
  const contract = { address: token, abi: testTokenAbi } as const
  for (const account of parties) {
    await walletClient.writeContract({ ...contract, functionName: 'mint', args: [account.address, 10n ** 12n] })
    await walletOf(account).writeContract({ ...contract, functionName: 'approve', args: [registry, 10n ** 12n] })
  }
  await ask('anvil_removeBlockTimestampInterval', [])
  await ask('evm_setAutomine', [false])
  return { registry, token }
}
