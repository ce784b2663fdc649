/**
 * The types of the native module of the package `secp256k1`. It is imported directly, because the package's main module
 * silently falls back to a slow version in JavaScript when the native one is missing.
 */
declare module 'secp256k1/bindings.js' {
  const bindings: {
    /** Signs a digest. @returns r and s as 64 bytes, and the recovery id. @throws Error when the key is not valid. */
    ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
    /** Recovers the signer's public key. @throws Error when no key can have made the signature. */
    ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, isCompressed: boolean): Uint8Array
  }
  export default bindings
}
