import type { WebhookPayload } from './client/types.ts'
import { TandemError } from './tandem-error.ts'

/** As Standard Webhooks has it. */
const toleranceSecs = 300

/**
 * Checks a delivery (Standard Webhooks). Read the body as text: a rewritten body has another signature.
 * @param options.secret `whsec_…`.
 * @param options.now unix seconds.
 * @throws `UNVERIFIED`.
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | undefined>>,
  { secret, now = Math.floor(Date.now() / 1000) }: { secret: string; now?: number },
): Promise<WebhookPayload> {
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]) ?? undefined
  const [id, timestamp, signatures] = [get('webhook-id'), get('webhook-timestamp'), get('webhook-signature')]
  if (id === undefined || timestamp === undefined || signatures === undefined) throw unverified('a header is missing')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSecs)
    throw unverified('the timestamp is not of now')
  const keyBytes = fromBase64(secret.replace(/^whsec_/, ''))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of signatures.split(' ')) {
    const [version, signature] = one.split(',')
    if (version !== 'v1' || signature === undefined) continue
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, fromBase64(signature), signed))
      return JSON.parse(body) as WebhookPayload
  }
  throw unverified('no signature fits')
}

const unverified = (reason: string) => new TandemError('UNVERIFIED', `the webhook is not to be believed: ${reason}`)

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new TandemError('UNVERIFIED', 'the webhook is not to be believed: not base64', { cause })
  }
}
