import { type Address, BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { Wallet } from './wallet.ts'

const domainAbi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function name() view returns (string)',
  'function version() view returns (string)',
])

/** By EIP-5267, else `name()` and `version()`, else version "1". */
export async function readPermitDomain(wallet: Wallet, token: Address): Promise<{ name: string; version: string }> {
  const contract = { address: token, abi: domainAbi } as const
  const domain = await orUndefined(readContract(wallet, { ...contract, functionName: 'eip712Domain' }))
  if (domain !== undefined) return { name: domain[1], version: domain[2] }
  const [name, version] = await Promise.all([
    readContract(wallet, { ...contract, functionName: 'name' }),
    orUndefined(readContract(wallet, { ...contract, functionName: 'version' })),
  ])
  return { name, version: version ?? '1' }
}

/** A missing function reverts or returns nothing. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isWithoutFunction(error)) return undefined
    throw error
  })
}

export const isWithoutFunction = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
  ) !== null
