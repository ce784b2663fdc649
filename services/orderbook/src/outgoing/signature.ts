import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'

export const formatSecret = (random: Uint8Array): string => secretPrefix + Buffer.from(random).toString('base64')

/**
 * Headers of the Standard Webhooks scheme, whose signature covers id, time and body.
 * @param timestamp unix seconds.
 */
export function signedHeaders(secret: string, id: string, timestamp: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
