import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  domainSeparator,
  type Hex,
  parseAbi,
} from 'viem'
import { readContract } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import type { Wallet } from '../wallet/wallet.ts'

const domainAbi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

/**
 * The fields of the domain that the SDK signs, as EIP-5267 encodes them: name, version, chain and contract, without a
 * salt.
 */
const signedFields = '0x0f'

/**
 * Reads the EIP-712 domain of a token: by EIP-5267 if the token has it, otherwise from `name()` and `version()`. A
 * token without `version()` counts as version "1".
 *
 * @throws `UNSUPPORTED_INITIATION` when the token's `DOMAIN_SEPARATOR` does not follow from this domain. The token
 * would then refuse the signature.
 */
export async function readPermitDomain(
  wallet: Wallet,
  { token, chainId, asset }: { token: Address; chainId: number; asset: string },
): Promise<{ name: string; version: string }> {
  const contract = { address: token, abi: domainAbi } as const
  const [described, separator] = await Promise.all([
    orUndefined(readContract(wallet, { ...contract, functionName: 'eip712Domain' })),
    orUndefined(readContract(wallet, { ...contract, functionName: 'DOMAIN_SEPARATOR' })),
  ])
  const { name, version } =
    described === undefined ? await namedDomain(wallet, token) : { name: described[1], version: described[2] }
  const signed = domainSeparator({ domain: { name, version, chainId, verifyingContract: token } })
  const isOther = separator === undefined ? (described?.[0] ?? signedFields) !== signedFields : separator !== signed
  if (isOther) throw otherKind(asset)
  return { name, version }
}

async function namedDomain(wallet: Wallet, token: Address): Promise<{ name: string; version: string }> {
  const contract = { address: token, abi: domainAbi } as const
  const [name, version] = await Promise.all([
    readContract(wallet, { ...contract, functionName: 'name' }),
    orUndefined(readContract(wallet, { ...contract, functionName: 'version' })),
  ])
  return { name, version: version ?? '1' }
}

/**
 * Requires that a token accepts the standard's message. Some tokens, such as Dai, have another kind of permit under the
 * same name. Many tokens publish the typehash of their message; one that does not is believed to follow the standard.
 *
 * @param getter the function of the token that returns the typehash, such as `PERMIT_TYPEHASH`.
 * @param expected the typehash of the message that the registry passes to the token.
 * @throws `UNSUPPORTED_INITIATION`.
 */
export async function requireTypehash(
  wallet: Wallet,
  { token, asset }: { token: Address; asset: string },
  getter: 'PERMIT_TYPEHASH' | 'TRANSFER_WITH_AUTHORIZATION_TYPEHASH',
  expected: Hex,
): Promise<void> {
  const abi = parseAbi([`function ${getter}() view returns (bytes32)`])
  const found = await orUndefined(readContract(wallet, { address: token, abi, functionName: getter }))
  if (found !== undefined && found !== expected) throw otherKind(asset)
}

const otherKind = (asset: string): TandemError =>
  new TandemError(
    'UNSUPPORTED_INITIATION',
    `${asset} takes signatures of another kind than this path makes: take "signed" or "prefunded"`,
    { details: { asset, works: ['signed', 'prefunded'] } },
  )

/** Returns `undefined` when the contract does not have the function: such a call reverts or returns no data. */
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
