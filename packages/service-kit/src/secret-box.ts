import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { z } from '@tandem/contracts'
import { secretSetting } from './config.ts'

const ivBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM and a fresh 96-bit nonce. A value is bound to the place where it is stored. */
export interface SecretBox {
  /** The id of the key that seals, which is kept beside the ciphertext. */
  readonly keyId: string
  /** @param boundTo the place where the value is stored. It cannot be opened under another one. */
  seal(plain: Uint8Array, boundTo: string): Uint8Array<ArrayBuffer>
  /** @throws Error when the key is unknown, or the value was changed or moved. */
  open(sealed: Uint8Array, boundTo: string, keyId: string): Buffer
}

/** @param keys 32 bytes each, by their id. `current` is the id of the newest. */
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

const keyText = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'must be 32 bytes of 0x-prefixed hex')
  .refine((text) => !/^0x0{64}$/i.test(text), 'is all zeros, the placeholder of the examples: openssl rand -hex 32')
const keyBytes = keyText.transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')))

export const keyIdOf = (key: Uint8Array): string =>
  createHash('sha256').update('tandem key ').update(key).digest('hex').slice(0, 8)

const keys = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(keyBytes))

/** The setting of the keys. docs/secrets.md says how to change one. */
export const secretBoxSettings = {
  /**
   * The 32 bytes that encrypt secrets in the database, as 0x-prefixed hex (`openssl rand -hex 32`). To [change the
   * key](secrets.md#secrets-at-rest), give several, separated by commas: the first one encrypts, all of them decrypt.
   */
  secretsKeys: secretSetting('SECRETS_KEY', keys),
}

export const optionalSecretBoxSettings = { secretsKeys: secretSetting('SECRETS_KEY', keys.optional()) }

/** @param keys the first one seals, and all of them open. */
export const secretBoxOf = (keys: readonly Uint8Array[]): SecretBox => {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  return makeSecretBox(byId, [...byId.keys()][0] ?? '')
}
