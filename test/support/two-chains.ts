import type { Network } from '@tandem/contracts'
import { type AnvilClient, accounts, type DevnetWallet, deployNetwork, devnetChains } from '@tandem/devnet'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import { createTestClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A client of a chain with an account. */
export function walletOn(rpcUrl: string, chainId: number, privateKey: Hex): DevnetWallet {
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: anvilChain(chainId),
    transport: http(rpcUrl),
    pollingInterval: 50,
  }).extend(anvilActions) as DevnetWallet
}

/** A chain of the two, with its parties. */
export interface TestChain {
  anvil: LocalAnvil
  user: DevnetWallet
  solver: DevnetWallet
  /** A client that mines, and moves the clock. */
  control: AnvilClient
}

const controlOf = ({ rpcUrl, chainId }: LocalAnvil): AnvilClient =>
  createTestClient({ mode: 'anvil', chain: anvilChain(chainId), transport: http(rpcUrl) }).extend(
    anvilActions,
  ) as unknown as AnvilClient

/** Both escrow chains of the devnet without services. Every transaction is mined at once. */
export interface TwoChains {
  network: Network
  a: TestChain
  b: TestChain
  stop(): Promise<void>
}

/** Starts both chains with the registry, tokens and funded accounts. */
export async function startTwoChains(): Promise<TwoChains> {
  const parts = startedParts()
  return parts.allOrNone(async () => {
    const anvils = devnetChains.map(({ chainId }) => parts.keep(startAnvil({ chainId })))
    const [anvilA, anvilB] = await Promise.all(anvils)
    if (anvilA === undefined || anvilB === undefined) throw new Error('the devnet has two chains with escrows')
    const network = await deployNetwork({ devnet_a: anvilA.rpcUrl, devnet_b: anvilB.rpcUrl })
    return { network, a: testChain(anvilA), b: testChain(anvilB), stop: parts.end }
  })
}

/** An endpoint that shows another history of `devnet_b`, with the same chain id and contracts, and other escrows. */
export async function startShadowOfB({ a }: TwoChains): Promise<TestChain> {
  const anvil = await startAnvil({ chainId: devnetChains[1].chainId })
  await deployNetwork({ devnet_a: a.anvil.rpcUrl, devnet_b: anvil.rpcUrl })
  return testChain(anvil)
}

function testChain(anvil: LocalAnvil): TestChain {
  const wallet = (privateKey: Hex) => walletOn(anvil.rpcUrl, anvil.chainId, privateKey)
  return {
    anvil,
    user: wallet(accounts.user.privateKey),
    solver: wallet(accounts.solver.privateKey),
    control: controlOf(anvil),
  }
}

/** Mines the blocks, and lets the time pass, that a fact needs until it counts; on both chains by default. */
export async function mineDepth(chains: TwoChains, names: readonly ('a' | 'b')[] = ['a', 'b']): Promise<void> {
  await Promise.all(names.map((name) => chains[name].control.mine({ blocks: 3 })))
}

/** Mines a block on the second chain every now and then, as on a chain that others use, until the work is done. */
export async function whileMining<T>({ b }: TwoChains, work: () => Promise<T>): Promise<T> {
  const mining = setInterval(() => void b.control.mine({ blocks: 1 }).catch(() => undefined), 250)
  try {
    return await work()
  } finally {
    clearInterval(mining)
  }
}

/** Runs work, and puts the chains back afterwards. */
export async function onCopies<T>(chains: readonly TestChain[], act: () => Promise<T>): Promise<T> {
  const snapshots = await Promise.all(chains.map(({ control }) => control.snapshot()))
  try {
    return await act()
  } finally {
    await Promise.all(chains.map(({ control }, index) => control.revert({ id: snapshots[index] as Hex })))
  }
}

/** Moves a chain past a time in unix seconds, unless it is there already. */
export async function passTime({ control }: TestChain, timestamp: number): Promise<void> {
  const newest = await control.getBlock()
  if (newest.timestamp > BigInt(timestamp)) return
  await control.setNextBlockTimestamp({ timestamp: BigInt(timestamp + 1) })
  await control.mine({ blocks: 1 })
}
