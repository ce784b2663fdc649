import type { SecretBox } from '@tandem/service-kit'

/** How a secret stands in its row: sealed, with the id of the key in front. */
const sealed = /^sealed:(?<keyId>.*):(?<value>[A-Za-z0-9+/=]+)$/

/** @param place the row that the secret belongs to: it opens nowhere else. */
export function sealSecretAt(box: SecretBox, place: string, secret: string): string {
  const value = Buffer.from(box.seal(Buffer.from(secret), place)).toString('base64')
  return `sealed:${box.keyId}:${value}`
}

/** Whether a stored secret is sealed with the current key. */
export const isSealedNow = (box: SecretBox, stored: string): boolean => stored.startsWith(`sealed:${box.keyId}:`)

/**
 * A secret that was stored in clear is returned as it is.
 * @throws Error when the key is not among the configured ones, or the row was tampered with.
 */
export function openSecretAt(box: SecretBox | undefined, place: string, stored: string): string {
  const { keyId, value } = sealed.exec(stored)?.groups ?? {}
  if (keyId === undefined || value === undefined) return stored
  if (box === undefined) throw new Error('SECRETS_KEY is not set, and secrets were stored while it was')
  return box.open(Buffer.from(value, 'base64'), place, keyId).toString()
}
