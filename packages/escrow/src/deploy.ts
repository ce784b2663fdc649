import {
  type Abi,
  type Address,
  type Client,
  concat,
  domainSeparator,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  keccak256,
  pad,
} from 'viem'
import { getChainId, getCode, readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { escrowRegistryAbi } from './generated/abi.ts'
import { escrowRegistryBytecode, escrowRegistryRuntime, hopBridgeRuntime } from './generated/bytecode.ts'

/** At this address on most chains, and on anvil. */
export const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const zeroSalt = pad('0x', { size: 32 })

export interface Deployed {
  address: Address
  /** `false`: it was there before. */
  created: boolean
}

/**
 * Through the deterministic deployer, unless it is there already.
 * @throws Error without the deployer, or without code afterwards.
 */
export async function deployDeterministic(options: {
  publicClient: Client
  walletClient: Client
  initCode: Hex
  salt?: Hex
}): Promise<Deployed> {
  const { publicClient, walletClient, initCode, salt = zeroSalt } = options
  const address = getCreate2Address({ from: deterministicDeployer, salt, bytecodeHash: keccak256(initCode) })
  if (await hasCode(publicClient, address)) return { address, created: false }
  if (!(await hasCode(publicClient, deterministicDeployer))) {
    throw new Error(`chain ${await getChainId(publicClient)} has no deterministic deployer at ${deterministicDeployer}`)
  }
  const { account } = walletClient
  if (account === undefined) throw new Error('the wallet client needs an account')
  const hash = await sendTransaction(walletClient, {
    account,
    chain: null,
    to: deterministicDeployer,
    data: concat([salt, initCode]),
  })
  const receipt = await waitForTransactionReceipt(publicClient, { hash })
  if (receipt.status !== 'success' || !(await hasCode(publicClient, address))) {
    throw new Error(`the deployment to ${address} failed in transaction ${hash}`)
  }
  return { address, created: true }
}

export function deployContractDeterministic(options: {
  publicClient: Client
  walletClient: Client
  abi: Abi
  bytecode: Hex
  args: readonly unknown[]
  salt?: Hex
}): Promise<Deployed> {
  const { abi, bytecode, args, ...rest } = options
  return deployDeterministic({ ...rest, initCode: encodeDeployData({ abi, bytecode, args }) })
}

/**
 * At the same address on every chain.
 * @throws as {@link deployDeterministic}.
 */
export async function deployEscrow(options: {
  publicClient: Client
  walletClient: Client
}): Promise<{ registry: Address; created: boolean }> {
  const { address: registry, created } = await deployContractDeterministic({
    ...options,
    abi: escrowRegistryAbi,
    bytecode: escrowRegistryBytecode,
    args: [],
  })
  return { registry, created }
}

export interface EscrowDeployment {
  chainId: number
  registry: Address
  /** `other_code`: something else stands there. */
  state: 'missing' | 'deployed' | 'other_code'
  hasDeployer: boolean
}

export const deterministicRegistry: Address = getCreate2Address({
  from: deterministicDeployer,
  salt: zeroSalt,
  bytecodeHash: keccak256(escrowRegistryBytecode),
})

/** Compares the code with this build, but for immutables, and what it says of itself. */
export async function inspectEscrow(
  publicClient: Client,
  registry: Address = deterministicRegistry,
): Promise<EscrowDeployment> {
  const [chainId, hasDeployer, code] = await Promise.all([
    getChainId(publicClient),
    hasCode(publicClient, deterministicDeployer),
    getCode(publicClient, { address: registry }),
  ])
  const found = { chainId, registry, hasDeployer }
  if (code === undefined || code === '0x') return { ...found, state: 'missing' }
  const domain = domainSeparator({
    domain: { name: 'EscrowRegistry', version: '1', chainId, verifyingContract: registry },
  })
  const said = await readContract(publicClient, {
    address: registry,
    abi: escrowRegistryAbi,
    functionName: 'domainSeparator',
  }).catch(() => undefined)
  return { ...found, state: isBuild(code, escrowRegistryRuntime) && said === domain ? 'deployed' : 'other_code' }
}

/**
 * Compares the code with this build, but for immutables.
 * @param bridge the network file's address.
 */
export async function inspectHopBridge(publicClient: Client, bridge: Address): Promise<EscrowDeployment['state']> {
  const code = await getCode(publicClient, { address: bridge })
  if (code === undefined || code === '0x') return 'missing'
  return isBuild(code, hopBridgeRuntime) ? 'deployed' : 'other_code'
}

interface Runtime {
  code: string
  immutables: readonly { start: number; length: number }[]
}

/** Ignores immutables. */
function isBuild(code: Hex, runtime: Runtime): boolean {
  return withoutImmutables(code, runtime) === withoutImmutables(runtime.code, runtime)
}

function withoutImmutables(code: string, { immutables }: Runtime): string {
  let bare = code.slice(2).toLowerCase()
  for (const { start, length } of immutables)
    bare = bare.slice(0, 2 * start) + '0'.repeat(2 * length) + bare.slice(2 * (start + length))
  return bare
}

async function hasCode(client: Client, address: Address): Promise<boolean> {
  const code = await getCode(client, { address })
  return code !== undefined && code !== '0x'
}
