/** The native part of the package `secp256k1` alone: its main module falls back to JavaScript. */
declare module 'secp256k1/bindings.js' {
  const bindings: {
    /** @returns 64 bytes, r and s, and the recovery id. @throws Error when the key is none. */
    ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
    /** @returns the public key. @throws Error when there is none. */
    ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, isCompressed: boolean): Uint8Array
  }
  export default bindings
}
