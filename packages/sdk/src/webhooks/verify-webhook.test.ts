import { describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = 1_795_348_800
const body = JSON.stringify({ type: 'order.created', timestamp: '2026-11-22T00:00:00Z', data: { seq: 1 } })
/** Headers whose signature was made by the reference implementation of Standard Webhooks. */
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(now),
  'webhook-signature': new Webhook(secret).sign('msg_1', new Date(now * 1000), body),
}

describe('verifyWebhook', () => {
  it('accepts what standardwebhooks signed, from an object and from Headers', async () => {
    expect(await verifyWebhook(body, headers, { secret, now })).toEqual(JSON.parse(body))
    expect(await verifyWebhook(body, new Headers(headers), { secret, now })).toEqual(JSON.parse(body))
  })

  it('gives the challenge that proves a URL', async () => {
    const text = JSON.stringify({ type: 'webhook.challenge', challenge: 'c'.repeat(64) })
    const signature = new Webhook(secret).sign('msg_2', new Date(now * 1000), text)
    const payload = await verifyWebhook(
      text,
      { ...headers, 'webhook-id': 'msg_2', 'webhook-signature': signature },
      { secret, now },
    )
    if (payload.type !== 'webhook.challenge') throw new Error('not a challenge')
    expect(payload.challenge).toBe('c'.repeat(64))
  })

  const renamed = (rename: (name: string) => string) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]))
  const entries = new Map(Object.entries(headers))
  it.each<[string, WebhookHeaders]>([
    [
      'names in Title-Case, as API gateways send them',
      renamed((name) => name.replace(/\b[a-z]/g, (a) => a.toUpperCase())),
    ],
    ['names in upper case', renamed((name) => name.toUpperCase())],
    ['arrays', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ['a Map', entries],
    ['a Map with names in upper case', new Map(Object.entries(renamed((name) => name.toUpperCase())))],
    ['Headers of another realm', { get: (name: string) => entries.get(name.toLowerCase()) ?? null }],
  ])('finds its headers in %s', async (_name, given) => {
    expect(await verifyWebhook(body, given, { secret, now })).toEqual(JSON.parse(body))
  })

  it('accepts one fitting signature among several, while a secret is rotated', async () => {
    const both = { ...headers, 'webhook-signature': `v1,AAAA v2,zz ${headers['webhook-signature']}` }
    expect(await verifyWebhook(body, both, { secret, now })).toEqual(JSON.parse(body))
  })

  it.each<[string, string, Record<string, string | undefined>, number]>([
    ['another body', `${body} `, headers, now],
    ['another id', body, { ...headers, 'webhook-id': 'msg_2' }, now],
    ['an old delivery', body, headers, now + 301],
    ['a delivery from the future', body, headers, now - 301],
    ['a missing header', body, { ...headers, 'webhook-signature': undefined }, now],
    ['a signature that is no base64', body, { ...headers, 'webhook-signature': 'v1,%%%' }, now],
  ])('refuses %s', async (_name, text, given, at) => {
    await expect(verifyWebhook(text, given, { secret, now: at })).rejects.toMatchObject({ code: 'UNVERIFIED' })
  })
})
