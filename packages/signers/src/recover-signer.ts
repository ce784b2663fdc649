import { type Address, bytesToHex, type Hex, hexToBytes, recoverAddress } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { nativeOrViem } from './native-or-viem.ts'

/**
 * The address whose key signed 32 bytes.
 * @throws Error when no key did.
 */
export type RecoverSigner = (digest: Hex, signature: Hex) => Promise<Address>

/** The native module. It takes a twentieth of the time of JavaScript. */
interface NativeModule {
  ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, isCompressed: boolean): Uint8Array
}

const recoverInJavaScript: RecoverSigner = (hash, signature) => recoverAddress({ hash, signature })

/** 65 bytes. The last one is the parity, alone or with 27 added. */
const format = /^0x[0-9a-fA-F]{128}(0[01]|1[bBcC])$/

const recoverNatively =
  (native: NativeModule): RecoverSigner =>
  async (digest, signature) => {
    if (!format.test(signature)) return recoverInJavaScript(digest, signature)
    const last = Number.parseInt(signature.slice(-2), 16)
    const numbers = hexToBytes(`0x${signature.slice(2, -2)}`)
    const key = native.ecdsaRecover(numbers, last < 27 ? last : last - 27, hexToBytes(digest), false)
    return publicKeyToAddress(bytesToHex(key))
  }

export const chooseRecoverSigner = (load: () => Promise<unknown>): RecoverSigner =>
  nativeOrViem({
    ...{ load, natively: recoverNatively, viem: recoverInJavaScript },
    probe: [`0x${'5a'.repeat(32)}`, `0x${'01'.repeat(32)}${'02'.repeat(32)}1c`],
  })

export const recoverSigner = chooseRecoverSigner(() => import('secp256k1/bindings.js'))
