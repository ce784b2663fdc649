import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** Encrypts small values at rest: AES-256-GCM, a fresh 96-bit nonce each, bound to where they are stored. */
export interface SecretBox {
  /** The key that `seal` uses. It is kept beside the ciphertext. */
  readonly keyId: string
  /** @param boundTo where the value is stored; opening it elsewhere fails. */
  seal(plain: Uint8Array, boundTo: string): Uint8Array<ArrayBuffer>
  /** @throws Error when the key is unknown, or the value was changed or moved. */
  open(sealed: Uint8Array, boundTo: string, keyId: string): Buffer
}

/** @param keys every key that may still have ciphertexts, by id, 32 bytes each; the newest is named by `current`. */
export function makeSecretBox(keys: ReadonlyMap<string, Uint8Array>, current: string): SecretBox {
  const keyOf = (keyId: string): Uint8Array => {
    const key = keys.get(keyId)
    if (key === undefined) throw new Error(`there is no key with the id ${keyId}`)
    return key
  }
  return {
    keyId: current,
    seal(plain, boundTo) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(Buffer.from(boundTo))
      const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return new Uint8Array(sealed)
    },
    open(sealed, boundTo, keyId) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keyId), bytes.subarray(0, ivBytes)).setAAD(
        Buffer.from(boundTo),
      )
      decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)), decipher.final()])
    },
  }
}
