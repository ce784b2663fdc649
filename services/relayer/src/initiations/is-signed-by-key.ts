import { isSameAddress } from '@tandem/escrow'
import { type Address, type Hex, hexToBigInt, recoverAddress, slice } from 'viem'

/** 65 bytes, the last of which is 27 or 28. */
const format = /^0x[0-9a-f]{128}1[bc]$/i
/** Half the order of secp256k1: the registry's library takes no signature with a higher `s`. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Whether the registry takes the signature by the signer's key. It then calls no code of the signer: an account with code
 * answers for any other signature, and could burn all the gas that it is given.
 *
 * @param digest the 32 bytes that were signed.
 */
export async function isSignedByKey(signer: Address, digest: Hex, signature: Hex): Promise<boolean> {
  if (!format.test(signature) || hexToBigInt(slice(signature, 32, 64)) > highestS) return false
  // An `r` that is no point's x has no signer.
  const recovered = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
  return recovered !== undefined && isSameAddress(recovered, signer)
}
