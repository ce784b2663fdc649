import { SignerError } from './signer-error.ts'

/** The order of secp256k1's group (SEC 2, 2.4.1). */
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The two numbers of a signature. Each is between 1 and the order of the curve less one. */
export interface EcdsaSignature {
  r: bigint
  s: bigint
}

const sequenceTag = 0x30
const integerTag = 0x02

/**
 * Reads `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, 2.2.3) in strict DER.
 *
 * @throws SignerError that names the rule which the bytes break.
 */
export function parseDerSignature(der: Uint8Array): EcdsaSignature {
  if (der[0] !== sequenceTag) throw new SignerError('the signature is not a DER sequence')
  // The two longest integers make 70 bytes.
  if (der[1] !== der.length - 2 || der.length > 72) throw new SignerError('the length of the signature is wrong')
  const r = readInteger(der, 2)
  const s = readInteger(der, r.end)
  if (s.end !== der.length) throw new SignerError('the signature has bytes after s')
  return { r: r.value, s: s.value }
}

/** The same signature with the lower s, which is the only one that chains accept (EIP-2). */
export const withLowS = ({ r, s }: EcdsaSignature): EcdsaSignature => ({
  r,
  s: s > curveOrder / 2n ? curveOrder - s : s,
})

function readInteger(der: Uint8Array, start: number): { value: bigint; end: number } {
  const length = der[start + 1]
  const end = start + 2 + (length ?? 0)
  if (der[start] !== integerTag || length === undefined || end > der.length)
    throw new SignerError('the signature does not hold two integers')
  const bytes = der.subarray(start + 2, end)
  const [first = 0x80, second = 0x80] = bytes
  if (length === 0) throw new SignerError('an integer of the signature is empty')
  if (first >= 0x80) throw new SignerError('an integer of the signature is negative')
  if (first === 0 && length > 1 && second < 0x80) throw new SignerError('an integer of the signature is padded')
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  if (value === 0n || value >= curveOrder) throw new SignerError('an integer of the signature is not in 1..n-1')
  return { value, end }
}
