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

/** The deterministic deployer. It has this address on most chains, and on anvil. */
export const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const zeroSalt = pad('0x', { size: 32 })

/** Where a contract is now. */
export interface Deployed {
  address: Address
  /** False when the code was there before. */
  created: boolean
}

/**
 * Deploys code through the deterministic deployer, unless it is there already.
 * @throws Error when the chain has no such deployer, or no code afterwards.
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

/**
 * Deploys a contract with its constructor's arguments through the deterministic deployer.
 * @throws as {@link deployDeterministic}.
 */
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
 * Deploys the registry, which gets the same address on every chain.
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

/** What stands at an address at which a contract of ours is expected. */
export interface EscrowDeployment {
  chainId: number
  registry: Address
  /** What is at the address; `other_code` is something that is not ours. */
  state: 'missing' | 'deployed' | 'other_code'
  hasDeployer: boolean
}

/** The address that this version's registry has on every chain with the deterministic deployer. */
export const deterministicRegistry: Address = getCreate2Address({
  from: deterministicDeployer,
  salt: zeroSalt,
  bytecodeHash: keccak256(escrowRegistryBytecode),
})

/** Compares the registry's code with this build, leaving out immutables, and reads what it says of itself. */
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
 * Compares the bridge's code with this build, leaving out immutables.
 * @param bridge the address that the network file names.
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

/** Whether code is that of this build. Immutables are left out, because they differ between chains. */
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
