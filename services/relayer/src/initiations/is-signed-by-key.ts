import { isSameAddress } from '@tandem/escrow'
import { type Address, type Hex, hexToBigInt, recoverAddress, slice } from 'viem'

/** The form of a key's signature: 65 bytes that end with 27 or 28. */
const format = /^0x[0-9a-f]{128}1[bc]$/i
/** Half the order of secp256k1: the registry refuses a higher `s`. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Whether the signer's key made the signature. The registry then calls no code of the signer, which could burn all the gas of the
 * transaction.
 * @param digest the signed 32 bytes.
 */
export async function isSignedByKey(signer: Address, digest: Hex, signature: Hex): Promise<boolean> {
  if (!format.test(signature) || hexToBigInt(slice(signature, 32, 64)) > highestS) return false
  // Recovery throws for an `r` that is no x coordinate of the curve: nobody made that signature.
  const recovered = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
  return recovered !== undefined && isSameAddress(recovered, signer)
}
