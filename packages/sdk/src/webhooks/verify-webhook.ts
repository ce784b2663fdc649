import type { WebhookPayload } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'

/** How far a delivery's timestamp may be from now, in seconds. Standard Webhooks recommends five minutes. */
const toleranceSecs = 300

/**
 * Headers as frameworks give them: those of `fetch` (also of another realm), a `Map`, or an object whose names may be
 * in any case and whose values may be arrays.
 */
export type WebhookHeaders =
  | { get(name: string): string | readonly string[] | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The first value of a header. The case of its name does not matter. */
function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  const entries: Iterable<readonly [string, unknown]> =
    headers instanceof Map ? headers : typeof headers.get === 'function' ? [] : Object.entries(headers)
  const found = [...entries].find(([name]) => name.toLowerCase() === wanted)?.[1]
  const value: unknown = typeof headers.get === 'function' ? (found ?? headers.get(wanted)) : found
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

/**
 * Checks the signature of what a webhook received (Standard Webhooks). Read the body as text: a rewritten body has
 * another signature. A `webhook.challenge` is answered with its challenge alone, which proves the URL.
 * @example
 * const payload = await verifyWebhook(await request.text(), request.headers, { secret })
 * if (payload.type === 'webhook.challenge') return new Response(payload.challenge)
 * @param headers of the delivery, as your framework gives them.
 * @param options.secret `whsec_…`.
 * @param options.now the current time in unix seconds; by default that of the device's clock.
 * @returns the payload.
 * @throws `UNVERIFIED` when a header is missing, the delivery is older than five minutes, or no signature is right.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  { secret, now = Math.floor(Date.now() / 1000) }: { secret: string; now?: number },
): Promise<WebhookPayload> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  const [id, timestamp, signatures] = names.map((name) => headerOf(headers, name))
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw unverified(`a header of ${names.join(', ')} is missing`)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSecs)
    throw unverified('the timestamp is not of now')
  const keyBytes = fromBase64(secret.replace(/^whsec_/, ''))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of signatures.split(' ')) {
    const [version, signature] = one.split(',')
    if (version !== 'v1' || signature === undefined) continue
    // `verify` takes the same time for every wrong signature, so it gives nothing away.
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
