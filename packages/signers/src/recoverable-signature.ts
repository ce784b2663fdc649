import { type Address, type Hex, isAddressEqual, numberToHex, recoverAddress } from 'viem'
import { parseDerSignature, withLowS } from './der-signature.ts'
import { SignerError } from './signer-error.ts'

export interface RecoverableSignature {
  r: Hex
  s: Hex
  yParity: 0 | 1
}

/**
 * Makes a recoverable signature from one in DER. DER has no parity, so both values are tried.
 *
 * @param digest the 32 bytes that were signed.
 * @throws SignerError when this account has not made the signature.
 */
export async function toRecoverable(der: Uint8Array, digest: Hex, address: Address): Promise<RecoverableSignature> {
  const { r, s } = withLowS(parseDerSignature(der))
  const numbers = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
  for (const yParity of [0, 1] as const) {
    const signature = { ...numbers, yParity }
    // There is no signer when r is not the x of a point.
    const signer = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, address)) return signature
  }
  throw new SignerError(`the signature is not one of ${address}`)
}
