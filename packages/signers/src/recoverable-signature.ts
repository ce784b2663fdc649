import { type Address, type Hex, isAddressEqual, numberToHex, recoverAddress } from 'viem'
import { parseDerSignature, withLowS } from './der-signature.ts'
import { SignerError } from './signer-error.ts'

export interface RecoverableSignature {
  r: Hex
  s: Hex
  yParity: 0 | 1
}

/**
 * Adds the parity that DER lacks, by trying both.
 * @param digest the signed 32 bytes
 * @throws SignerError when it is not this account's signature.
 */
export async function toRecoverable(der: Uint8Array, digest: Hex, address: Address): Promise<RecoverableSignature> {
  const { r, s } = withLowS(parseDerSignature(der))
  const numbers = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
  for (const yParity of [0, 1] as const) {
    const signature = { ...numbers, yParity }
    // An r that is no point's x has no signer.
    const signer = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, address)) return signature
  }
  throw new SignerError(`the signature is not one of ${address}`)
}
