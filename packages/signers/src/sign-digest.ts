import { bytesToHex, type Hex, hexToBytes, numberToHex } from 'viem'
import { sign } from 'viem/accounts'
import type { RecoverableSignature } from './recoverable-signature.ts'

/** Signs 32 bytes with a private key on secp256k1: deterministic (RFC 6979), with low s. */
export type SignDigest = (digest: Hex, privateKey: Hex) => Promise<RecoverableSignature>

/** A tenth of JavaScript's time. */
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

const probe = { digest: `0x${'5a'.repeat(32)}`, privateKey: `0x${'01'.repeat(32)}` } as const

/**
 * The native signer if it loads and signs as viem does; otherwise viem's.
 * @param load the module; tests hand in others.
 */
export async function chooseSignDigest(load: () => Promise<unknown>): Promise<SignDigest> {
  try {
    const { default: native } = (await load()) as { default: NativeModule }
    const signNative = signNatively(native)
    const [said, expected] = await Promise.all(
      [signNative, signInJavaScript].map((signer) => signer(probe.digest, probe.privateKey)),
    )
    const isSame = said?.r === expected?.r && said?.s === expected?.s && said?.yParity === expected?.yParity
    return isSame ? signNative : signInJavaScript
  } catch {
    return signInJavaScript
  }
}

let chosen: Promise<SignDigest> | undefined

export const signDigest: SignDigest = async (digest, privateKey) => {
  // The package's main module would fall back to JavaScript.
  chosen ??= chooseSignDigest(() => import('secp256k1/bindings.js'))
  return (await chosen)(digest, privateKey)
}
