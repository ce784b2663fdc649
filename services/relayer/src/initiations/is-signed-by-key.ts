import { isSameAddress } from '@tandem/escrow'
import { type Address, type Hex, hexToBigInt, recoverAddress, slice } from 'viem'

/** 65 bytes that end with 27 or 28. */
const format = /^0x[0-9a-f]{128}1[bc]$/i
/** Half the order of secp256k1: the registry refuses a higher `s`. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * By the key, so that the registry calls no code of the signer: that could burn all gas.
 * @param digest the signed 32 bytes.
 */
export async function isSignedByKey(signer: Address, digest: Hex, signature: Hex): Promise<boolean> {
  if (!format.test(signature) || hexToBigInt(slice(signature, 32, 64)) > highestS) return false
  // An `r` that is no point's x has no signer.
  const recovered = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
  return recovered !== undefined && isSameAddress(recovered, signer)
}
