import { type Address, type Hex, isAddressEqual, numberToHex, recoverAddress } from 'viem'
import { parseDerSignature, withLowS } from './der-signature.ts'
import { SignerError } from './signer-error.ts'

/** A signature as a transaction carries it. */
export interface RecoverableSignature {
  r: Hex
  s: Hex
  yParity: 0 | 1
}

/**
 * The signature of a KMS, as a chain takes it: low s, and the parity that a DER signature lacks, found by trying both.
 *
 * @param digest the 32 bytes that were to be signed
 * @throws SignerError when it is not this account's signature of this digest.
 */
export async function toRecoverable(der: Uint8Array, digest: Hex, address: Address): Promise<RecoverableSignature> {
  const { r, s } = withLowS(parseDerSignature(der))
  const numbers = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
  for (const yParity of [0, 1] as const) {
    const signature = { ...numbers, yParity }
    // An r that is no point's x has no signer at all.
    const signer = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
    if (signer !== undefined && isAddressEqual(signer, address)) return signature
  }
  throw new SignerError(`the signature is not one of ${address}`)
}
