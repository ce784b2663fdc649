import { bytesToHex, type Hex, hexToBytes, numberToHex } from 'viem'
import { sign } from 'viem/accounts'
import { nativeOrViem } from './native-or-viem.ts'
import type { RecoverableSignature } from './recoverable-signature.ts'

/** Signs 32 bytes with a private key on secp256k1. The signature is deterministic (RFC 6979) and has the low s. */
export type SignDigest = (digest: Hex, privateKey: Hex) => Promise<RecoverableSignature>

/** The native module. It takes a tenth of the time of JavaScript. */
interface NativeModule {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

const signInJavaScript: SignDigest = async (hash, privateKey) => {
  const { r, s, yParity } = await sign({ hash, privateKey })
  return { r, s, yParity: yParity === 0 ? 0 : 1 }
}

const signNatively =
  (native: NativeModule): SignDigest =>
  async (digest, privateKey) => {
    const key = hexToBytes(privateKey)
    try {
      const { signature, recid } = native.ecdsaSign(hexToBytes(digest), key)
      const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map((half) => shortest(bytesToHex(half)))
      return { r: r as Hex, s: s as Hex, yParity: recid === 0 ? 0 : 1 }
    } finally {
      key.fill(0)
    }
  }

const shortest = (half: Hex): Hex => numberToHex(BigInt(half), { size: 32 })

export const chooseSignDigest = (load: () => Promise<unknown>): SignDigest =>
  nativeOrViem({
    ...{ load, natively: signNatively, viem: signInJavaScript },
    probe: [`0x${'5a'.repeat(32)}`, `0x${'01'.repeat(32)}`],
  })

// Imported directly, because the package's main module would fall back to JavaScript.
export const signDigest = chooseSignDigest(() => import('secp256k1/bindings.js'))
