import { createPublicKey } from 'node:crypto'
import { type Address, bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { SignerError } from './signer-error.ts'

/** The bytes of a SubjectPublicKeyInfo before the uncompressed point (RFC 5480, SEC 2). */
const prefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')
const uncompressed = 0x04
const pointBytes = 65

/**
 * The address of a public key.
 *
 * @throws SignerError for anything but one point of secp256k1.
 */
export function addressOfSpki(spki: Uint8Array): Address {
  const point = spki.subarray(prefix.length)
  if (!prefix.equals(spki.subarray(0, prefix.length))) throw new SignerError('the public key is not one of secp256k1')
  if (point.length !== pointBytes || point[0] !== uncompressed)
    throw new SignerError('the public key is not an uncompressed point')
  try {
    createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    throw new SignerError('the public key is not a point of the curve')
  }
  return publicKeyToAddress(bytesToHex(point))
}

const pem = /^-----BEGIN PUBLIC KEY-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END PUBLIC KEY-----\s*$/

/**
 * The bytes of a public key in PEM (RFC 7468).
 *
 * @throws SignerError for anything but one public key.
 */
export function spkiOfPem(text: string): Uint8Array {
  const base64 = pem.exec(text)?.[1]
  if (base64 === undefined) throw new SignerError('the public key is not PEM')
  return Buffer.from(base64, 'base64')
}
