import {
  type Hex,
  isAddressEqual,
  isErc6492Signature,
  parseErc6492Signature,
  recoverTypedDataAddress,
  size,
  slice,
  type TypedData,
  type TypedDataDefinition,
} from 'viem'
import { signTypedData } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import { hasCode } from './read-account.ts'
import type { Wallet } from './wallet.ts'

/**
 * Signs for a contract: the signature is unwrapped from ERC-6492 for accounts with code, and gets a recovery byte of 27
 * or 28.
 *
 * @throws `ACCOUNT_NOT_DEPLOYED`.
 */
export async function signForContracts<
  const Types extends TypedData | Record<string, unknown>,
  Primary extends keyof Types | 'EIP712Domain',
>(wallet: Wallet, typedData: TypedDataDefinition<Types, Primary>): Promise<Hex> {
  const { account } = wallet
  const definition = typedData as unknown as TypedDataDefinition
  const signature = await signTypedData(wallet, { account, ...definition })
  if (isErc6492Signature(signature)) {
    if (!(await hasCode(wallet, account.address))) throw accountNotDeployed(account.address)
    return parseErc6492Signature(signature).signature
  }
  const withVersion = withRecoveryVersion(signature)
  if (withVersion === undefined) return signature
  // Left as it is when it is no key's signature, because a contract's bytes have their own meaning.
  const signer = await recoverTypedDataAddress({ ...definition, signature: withVersion }).catch(() => undefined)
  return signer !== undefined && isAddressEqual(signer, account.address) ? withVersion : signature
}

function withRecoveryVersion(signature: Hex): Hex | undefined {
  if (size(signature) !== 65) return undefined
  const last = { '00': '1b', '01': '1c' }[signature.slice(-2)]
  return last === undefined ? undefined : `${slice(signature, 0, 64)}${last}`
}

const accountNotDeployed = (address: string): TandemError =>
  new TandemError(
    'ACCOUNT_NOT_DEPLOYED',
    `${address} is not deployed, and no contract takes its signature: deploy it, or use native or prefunded`,
    { details: { address } },
  )
