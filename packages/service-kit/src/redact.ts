import { types } from 'node:util'

const MASK = '[redacted]'
const MAX_DEPTH = 10

/** Names of fields whose values are secret. They are compared without case and punctuation. */
const secretFields = new Set(
  [
    ...[
      'secret',
      'secrets',
      'preimage',
      'commitment',
      'private_key',
      'privkey',
      'mnemonic',
      'seed',
      'password',
      'passphrase',
    ],
    ...[
      'authorization',
      'api_key',
      'api_keys',
      'token_secret',
      'webhook_secret',
      'cookie',
      'set_cookie',
      'database_url',
      'database_direct_url',
      'redis_url',
      'redis_sentinel_password',
    ],
    ...[
      'raw',
      'raw_tx',
      'raw_transaction',
      'serialized_transaction',
      'signed_tx',
      'signature',
      'calldata',
      'ciphertext',
    ],
    ...['secrets_key', 'signer_keys', 'solver_keys', 'rpc_urls'],
  ].map(normalise),
)

/** The names of fields with public 32-byte hashes: `tx_hash`, `commitmentHash`, `hashes`. */
const hashField = /(^|_)hash(es)?$|[a-z]Hash(es)?$/
const hash = /^0x[0-9a-f]{64}$/i
/** What may be a secret: at least 32 bytes in hex, or a decimal number of as many digits. */
const longHex = /(0x)?[0-9a-f]{64,}/gi
const urlCredentials = /:\/\/[^\s/@]+@/g

function normalise(field: string): string {
  return field.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/**
 * Copies a value without its secrets, for JSON. A secret is found by the name of its field, and by
 * its form in any text.
 */
export function redact(value: unknown, field = '', seen: readonly object[] = []): unknown {
  if (secretFields.has(normalise(field))) return value === undefined || value === null ? value : MASK
  switch (typeof value) {
    case 'string':
      return hashField.test(field) && hash.test(value) ? value : redactText(value)
    case 'bigint':
      return redactText(String(value))
    case 'number':
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      return value === null ? null : redactObject(value, field, seen)
    default:
      return `[${typeof value}]`
  }
}

/**
 * Masks secrets in a text. The first test saves time: most texts are too short for a secret, and
 * are no URL with credentials.
 */
export const redactText = (text: string): string =>
  text.length < 64 && !text.includes('@') ? text : text.replace(longHex, MASK).replace(urlCredentials, `://${MASK}@`)

function redactObject(value: object, field: string, seen: readonly object[]): unknown {
  if (seen.includes(value) || seen.length >= MAX_DEPTH) return '[nested too deep]'
  const path = [...seen, value]
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((item) => redact(item, field, path))
  if (value instanceof Error || types.isNativeError(value)) return redactError(value, path)
  if (types.isMap(value)) return redactEntries(value.entries(), path)
  if (types.isSet(value)) return [...value].map((item) => redact(item, field, path))
  if ('toJSON' in value && typeof value.toJSON === 'function') return redact(value.toJSON(), field, path)
  return redactEntries(Object.entries(value), path)
}

function redactEntries(entries: Iterable<[unknown, unknown]>, seen: readonly object[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of entries) copy[redactText(String(key))] = redact(value, String(key), seen)
  return copy
}

/** Only known fields are copied, because libraries attach requests and arguments to their errors. */
function redactError(error: Error & { code?: unknown; details?: unknown }, seen: readonly object[]): unknown {
  return {
    name: redactText(error.name),
    message: redactText(error.message),
    ...(error.code === undefined ? {} : { code: redact(error.code, 'code', seen) }),
    ...(error.details === undefined ? {} : { details: redact(error.details, 'details', seen) }),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, 'cause', seen) }),
  }
}
