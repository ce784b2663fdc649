import { setTimeout as delay } from 'node:timers/promises'
import { z } from '@tandem/contracts'
import { crc32c } from './crc32c.ts'
import { spkiOfPem } from './public-key.ts'
import type { RemoteKey } from './signer.ts'
import { reasonOf, SignerError } from './signer-error.ts'

const publicEndpoint = 'https://cloudkms.googleapis.com'
const scope = 'https://www.googleapis.com/auth/cloudkms'
const attempts = 3
const firstDelayMs = 100

const publicKeySchema = z.object({
  name: z.string(),
  algorithm: z.string(),
  pem: z.string(),
  pemCrc32c: z.string(),
})
const signatureSchema = z.object({
  name: z.string(),
  signature: z.base64(),
  signatureCrc32c: z.string(),
  verifiedDigestCrc32c: z.literal(true),
})
const failureSchema = z.object({ error: z.object({ status: z.string().regex(/^[A-Z_]{1,40}$/) }) })

/**
 * Opens a key version in Google Cloud KMS, over REST, with Application Default Credentials. It needs
 * `roles/cloudkms.signerVerifier`. Checksums are verified both ways.
 */
export async function makeGcpKmsKey(options: {
  /** `projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/…` */
  keyVersion: string
  endpoint?: string | undefined
}): Promise<RemoteKey> {
  // Loaded here, because a process with plain keys does not need the library.
  const { GoogleAuth } = await import('google-auth-library')
  const auth = new GoogleAuth({ scopes: [scope] })
  const { keyVersion, endpoint = publicEndpoint } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/${keyVersion}`

  async function ask<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal, body?: unknown): Promise<T> {
    const token = await safely('no access token', () => within(auth.getAccessToken(), signal))
    const request = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const { status, json } = await safely('no answer', () => fetchAgain(`${url}${path}`, request))
    if (status !== 200)
      throw new SignerError(`GCP KMS: ${status} ${failureSchema.safeParse(json).data?.error.status ?? ''}`.trimEnd())
    const answer = schema.safeParse(json)
    if (!answer.success)
      throw new SignerError('GCP KMS: the answer has another shape, or the digest was changed on the way')
    return answer.data
  }

  return {
    async publicKey(signal) {
      const { name, algorithm, pem, pemCrc32c } = await ask(publicKeySchema, '/publicKey', signal)
      if (algorithm !== 'EC_SIGN_SECP256K1_SHA256')
        throw new SignerError(`GCP KMS: the key is for ${algorithm}, not for signing on secp256k1`)
      assertIntact(name === keyVersion && pemCrc32c === String(crc32c(Buffer.from(pem))))
      return spkiOfPem(pem)
    },
    async sign(digest, signal) {
      const body = {
        // The KMS signs the 32 bytes as they are.
        digest: { sha256: Buffer.from(digest).toString('base64') },
        digestCrc32c: String(crc32c(digest)),
      }
      const { name, signature, signatureCrc32c } = await ask(signatureSchema, ':asymmetricSign', signal, body)
      const der = Buffer.from(signature, 'base64')
      assertIntact(name === keyVersion && signatureCrc32c === String(crc32c(der)))
      return der
    },
  }
}

async function fetchAgain(url: string, request: RequestInit): Promise<{ status: number; json: unknown }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, request)
      const json: unknown = await response.json().catch(() => undefined)
      if (attempt === attempts || (response.status !== 429 && response.status < 500))
        return { status: response.status, json }
    } catch (error) {
      if (attempt === attempts || request.signal?.aborted === true) throw error
    }
    await delay(firstDelayMs * 2 ** (attempt - 1), undefined, { signal: request.signal ?? undefined })
  }
}

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

/** Rethrows an error by its name alone, because the libraries' errors carry the request with its token. */
async function safely<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new SignerError(`GCP KMS: ${what}: ${reasonOf(error)}`)
  }
}

function assertIntact(isIntact: boolean): void {
  if (!isIntact) throw new SignerError('GCP KMS: the answer was changed on the way')
}
