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
import { escrowRegistryBytecode } from './generated/bytecode.ts'
import { vaultImplementation } from './predict-vault.ts'

/** The deterministic deployer that stands at this address on most chains, and on anvil from the start. */
export const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const zeroSalt = pad('0x', { size: 32 })

/** What a deployment did, and where the contract is. */
export interface Deployed {
  address: Address
  /** Whether this call created it; `false`: it was there before. */
  created: boolean
}

/**
 * Deploys creation code through the deterministic deployer, unless it is there already.
 *
 * @param options.publicClient reads the chain.
 * @param options.walletClient has the account that pays.
 * @throws Error when the chain has no deterministic deployer, or when no code stands at the address afterwards.
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

/** {@link deployDeterministic} of a contract with constructor arguments. */
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
 * Deploys the registry, at the same address on every chain that has the deterministic deployer. Does nothing where it
 * is there already.
 *
 * @throws as {@link deployDeterministic}, and when the vault's code is not where every vault will look for it.
 */
export async function deployEscrow(options: {
  publicClient: Client
  walletClient: Client
}): Promise<{ registry: Address; vaultImplementation: Address; created: boolean }> {
  const { address: registry, created } = await deployContractDeterministic({
    ...options,
    abi: escrowRegistryAbi,
    bytecode: escrowRegistryBytecode,
    args: [],
  })
  const implementation = vaultImplementation(registry)
  if (!(await hasCode(options.publicClient, implementation))) {
    throw new Error(`the registry at ${registry} has no vault implementation at ${implementation}`)
  }
  return { registry, vaultImplementation: implementation, created }
}

/** What {@link inspectEscrow} found. */
export interface EscrowDeployment {
  chainId: number
  registry: Address
  vaultImplementation: Address
  /** `other_code`: something else stands where the registry or its vaults' code must be. */
  state: 'missing' | 'deployed' | 'other_code'
  /** Whether the chain has the deterministic deployer. */
  hasDeployer: boolean
}

/**
 * Whether the registry stands on a chain where it must. Its address commits to its creation code, so only the code's
 * answers are checked: that it names its vaults' implementation, and domain, as this package computes them.
 */
export async function inspectEscrow(publicClient: Client): Promise<EscrowDeployment> {
  const registry = getCreate2Address({
    from: deterministicDeployer,
    salt: zeroSalt,
    bytecodeHash: keccak256(escrowRegistryBytecode),
  })
  const implementation = vaultImplementation(registry)
  const [chainId, hasDeployer, isThere, hasVaultCode] = await Promise.all([
    getChainId(publicClient),
    hasCode(publicClient, deterministicDeployer),
    hasCode(publicClient, registry),
    hasCode(publicClient, implementation),
  ])
  const found = { chainId, registry, vaultImplementation: implementation, hasDeployer }
  if (!isThere) return { ...found, state: 'missing' }
  const domain = domainSeparator({
    domain: { name: 'EscrowRegistry', version: '1', chainId, verifyingContract: registry },
  })
  const contract = { address: registry, abi: escrowRegistryAbi } as const
  const answers = await Promise.all([
    readContract(publicClient, { ...contract, functionName: 'VAULT_IMPLEMENTATION' }),
    readContract(publicClient, { ...contract, functionName: 'domainSeparator' }),
  ]).catch(() => undefined)
  const isOurs = answers?.[0] === implementation && answers[1] === domain && hasVaultCode
  return { ...found, state: isOurs ? 'deployed' : 'other_code' }
}

async function hasCode(client: Client, address: Address): Promise<boolean> {
  const code = await getCode(client, { address })
  return code !== undefined && code !== '0x'
}
