import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from '@tandem/contracts'
import { jsonText } from './common-settings.ts'
import { secretSetting, setting } from './config.ts'

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

const keyText = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'must be 32 bytes of 0x-prefixed hex')
  .refine((text) => !/^0x0{64}$/i.test(text), 'is all zeros, the placeholder of the examples: openssl rand -hex 32')
const keyBytes = keyText.transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')))

/**
 * The keys of a box. To change the key: give the old one to `SECRETS_KEYS_OLD` under its id, and the new one a new id.
 */
export const secretBoxSettings = {
  /** Encrypts at rest: 32 bytes. */
  secretsKey: secretSetting('SECRETS_KEY', keyBytes),
  /** Names the key; stored beside what it encrypts. */
  secretsKeyId: setting('SECRETS_KEY_ID', z.string().min(1).max(64).default('1')),
  /** Keys of other ids, for what they still have to open: `{"2026-01": "0x…"}`. */
  olderSecretsKeys: secretSetting(
    'SECRETS_KEYS_OLD',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(z.string(), keyBytes))),
  ),
}

/** The same, where the key may be left out. */
export const optionalSecretBoxSettings = {
  ...secretBoxSettings,
  secretsKey: secretSetting('SECRETS_KEY', keyBytes.optional()),
}

/** The box of a configuration that has {@link secretBoxSettings}. */
export const secretBoxOf = (keys: {
  readonly secretsKey: Uint8Array
  readonly secretsKeyId: string
  readonly olderSecretsKeys: Readonly<Record<string, Uint8Array>>
}): SecretBox =>
  makeSecretBox(
    new Map([...Object.entries(keys.olderSecretsKeys), [keys.secretsKeyId, keys.secretsKey]]),
    keys.secretsKeyId,
  )
