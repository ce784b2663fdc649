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
 * Asks the wallet for a signature in the form that contracts accept. A wallet may wrap the signature of a smart account
 * by ERC-6492, which our contracts do not read, so it is unwrapped. A key's signature gets a recovery byte of 27 or 28.
 *
 * @throws `ACCOUNT_NOT_DEPLOYED` when the signature is wrapped and the account has no code yet; the user's refusal.
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
  // A contract account's signature can be any 65 bytes, so the last byte is only changed if the account's key has
  // signed.
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
