import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'

/** A signing secret in the form of Standard Webhooks, of 32 random bytes. */
export const formatSecret = (random: Uint8Array): string => secretPrefix + Buffer.from(random).toString('base64')

/**
 * The three headers of Standard Webhooks (github.com/standard-webhooks). The signature covers the id, the time and the
 * body as they are sent; `timestamp` in Unix seconds.
 */
export function signedHeaders(secret: string, id: string, timestamp: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
