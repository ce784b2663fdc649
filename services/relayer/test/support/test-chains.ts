/** The two real chains of a testbed, with the real contracts at the same addresses on both. */
import {
  type EscrowTerms,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  escrowRegistryAbi,
  nativeToken,
  predictVault,
  testTokenAbi,
} from '@tandem/escrow'
import { testAuthorizedTokenBytecode, testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import { anvilActions, anvilChain, type LocalAnvil } from '@tandem/local-services'
import {
  type Account,
  type Address,
  type Chain,
  type Client,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  type TestActions,
  type WalletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export const chainNames = ['left', 'right'] as const
export type ChainName = (typeof chainNames)[number]
export type Wallet = Client<
  HttpTransport,
  Chain,
  Account,
  undefined,
  PublicActions<HttpTransport, Chain, Account> & WalletActions<Chain, Account>
>
type Control = Client<HttpTransport, Chain, undefined, undefined, PublicActions<HttpTransport, Chain> & TestActions>
export type Anvils = Readonly<Record<ChainName, LocalAnvil>>

/** The blocks after which a fact of these chains counts. */
export const confirmations = 2
/** Of anvil's accounts, the first one deploys. */
const deployer = 0
/** Of anvil's accounts, the one that creates sources and is paid on the destination. */
export const user = 1
/** Of anvil's accounts, the one that creates destinations and is paid on the source. */
export const solver = 2

export interface Contracts {
  registry: Address
  token: Address
}

/** Deploys the contracts on both chains, and gives tokens to user and solver. */
export async function deployOnBoth(anvils: Anvils, hasAuthorizations: boolean): Promise<Contracts> {
  const [left] = await Promise.all(chainNames.map((name) => deployOn(anvils[name], hasAuthorizations)))
  return left as Contracts
}

async function deployOn(anvil: LocalAnvil, hasAuthorizations: boolean): Promise<Contracts> {
  const wallet = walletOf(anvil, deployer)
  const clients = { publicClient: wallet, walletClient: wallet }
  const { registry } = await deployEscrow(clients)
  const bytecode = hasAuthorizations ? testAuthorizedTokenBytecode : testTokenBytecode
  const made = await deployContractDeterministic({ ...clients, abi: testTokenAbi, bytecode, args: ['Dai', 'DAI', 6] })
  const token = made.address
  for (const account of [user, solver]) {
    const args = [walletOf(anvil, account).account.address, 10n ** 15n] as const
    const hash = await wallet.writeContract({ address: token, abi: testTokenAbi, functionName: 'mint', args })
    await wallet.waitForTransactionReceipt({ hash })
  }
  return { registry, token }
}

/** What tests do on two chains with these contracts. */
export function testChains(anvils: Anvils, { registry, token }: Contracts) {
  const wallet = (chain: ChainName, account: number): Wallet => walletOf(anvils[chain], account)
  const control = (chain: ChainName): Control => controlOf(anvils[chain])
  const vaultOf = (chain: ChainName, terms: EscrowTerms): Address =>
    predictVault({ registry, chainId: anvils[chain].chainId, terms })

  /** Sends a call from this account, and waits until it is mined. */
  async function send(chain: ChainName, account: number, call: { to: Address; data: Hex; value?: bigint }) {
    const from = wallet(chain, account)
    const hash = await from.sendTransaction(call)
    await from.waitForTransactionReceipt({ hash })
    return hash
  }

  /** Sends tokens of this account to an address. */
  const pay = (chain: ChainName, account: number, to: string, amount: bigint): Promise<Hex> =>
    send(chain, account, { to: token, data: transferOf(to as Address, amount) })

  /** Pays to the address of an escrow that is not created. */
  const prefund = (chain: ChainName, account: number, terms: EscrowTerms): Promise<Hex> =>
    send(chain, account, { to: terms.token, data: transferOf(vaultOf(chain, terms), terms.amount) })

  /** Pays for an escrow and creates it, and mines as many blocks as make it count. */
  async function open(chain: ChainName, account: number, terms: EscrowTerms, blocks = confirmations): Promise<void> {
    if (terms.token === nativeToken) {
      await send(chain, account, { to: registry, data: encodeCreateEscrowNative(terms), value: terms.amount })
    } else {
      await prefund(chain, account, terms)
      await send(chain, account, { to: registry, data: encodeCreateEscrow(terms) })
    }
    if (blocks > 0) await control(chain).mine({ blocks })
  }

  /** Pays into every vault and creates all of the escrows, without waiting in between. */
  async function openAll(chain: ChainName, account: number, all: readonly EscrowTerms[]): Promise<void> {
    const from = wallet(chain, account)
    let nonce = await from.getTransactionCount({ address: from.account.address, blockTag: 'pending' })
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    const sendNext = (to: Address, data: Hex, gas: bigint) =>
      from.sendTransaction({ to, data, gas, nonce: nonce++, ...fees })
    for (const terms of all) await sendNext(terms.token, transferOf(vaultOf(chain, terms), terms.amount), 80_000n)
    const batchSize = 50
    for (let at = 0; at < all.length; at += batchSize) {
      const batch = all.slice(at, at + batchSize)
      const data = encodeFunctionData({ abi: escrowRegistryAbi, functionName: 'createEscrowBatch', args: [batch] })
      const hash = await sendNext(registry, data, 200_000n * BigInt(batch.length))
      await from.waitForTransactionReceipt({ hash })
    }
  }

  /** Mines a block of this time, in Unix seconds. */
  async function setClock(chain: ChainName, time: number): Promise<void> {
    await control(chain).setNextBlockTimestamp({ timestamp: BigInt(time) })
    await control(chain).mine({ blocks: 1 })
  }

  const balanceOf = (chain: ChainName, owner: string): Promise<bigint> => {
    const args = [owner as Address] as const
    return control(chain).readContract({ address: token, abi: testTokenAbi, functionName: 'balanceOf', args })
  }

  /** The events of this name that the registry has emitted for a vault. */
  const vaultEvents = (chain: ChainName, eventName: 'EscrowCreated' | 'EscrowClaimed', vault: string) =>
    control(chain).getContractEvents({
      address: registry,
      abi: escrowRegistryAbi,
      eventName,
      args: { vault: vault as Address },
      fromBlock: 0n,
    })

  return { wallet, control, vaultOf, send, pay, prefund, open, openAll, setClock, balanceOf, vaultEvents }
}
export type TestChains = ReturnType<typeof testChains>

const transferOf = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [to, amount] })

function walletOf(anvil: LocalAnvil, index: number): Wallet {
  const key = anvil.accounts[index]?.privateKey
  if (key === undefined) throw new Error(`anvil has no account ${index}`)
  const chain: Chain = anvilChain(anvil.chainId)
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain,
    transport: http(anvil.rpcUrl),
    pollingInterval: 20,
  }).extend(anvilActions) as Wallet
}

function controlOf({ rpcUrl, chainId }: LocalAnvil): Control {
  const chain: Chain = anvilChain(chainId)
  return createTestClient({ mode: 'anvil', chain, transport: http(rpcUrl) }).extend(anvilActions) as Control
}
