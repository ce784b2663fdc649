import type { WebhookPayload } from './client/types.ts'
import { TandemError } from './tandem-error.ts'

/** Seconds by which a delivery's clock may differ, as Standard Webhooks has it. */
const toleranceSecs = 300

/**
 * Checks a delivery's signature (Standard Webhooks) and returns what it says. Read the body as text: a body that was
 * parsed and written again has another signature.
 *
 * @param options.secret `whsec_…`, as the registration answered it.
 * @param options.now unix seconds, for tests.
 * @throws TandemError `UNVERIFIED` when a header is missing, the time is off by more than five minutes, or no signature fits.
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
    // `verify` compares in constant time.
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
