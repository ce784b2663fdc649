import { describe, expect, it } from '@jest/globals'
import { cleanSpan, tracerName } from './clean-spans.ts'

const secret = `0x${'5e'.repeat(32)}`
const spanOf = (scope: string, attributes: Record<string, string | number | string[]>, message?: string) => ({
  attributes,
  instrumentationScope: { name: scope },
  events: [{ name: 'exception', time: [0, 0] as [number, number], attributes: { ...attributes } }],
  status: { code: 2, ...(message === undefined ? {} : { message }) },
})

describe('a span of instrumentation', () => {
  it('tells the host, and neither path, query, client nor what a later version may add', () => {
    const span = spanOf('@opentelemetry/instrumentation-http', {
      'url.full': 'https://rpc.example/v2/key?also=key',
      'url.path': '/v2/key',
      'url.query': '?also=key',
      'http.url': 'https://rpc.example/v2/key',
      'http.target': '/v2/key',
      'client.address': '192.0.2.1',
      'added.later': 'key',
      'server.address': 'rpc.example',
      'server.port': 443,
      'http.request.method': 'POST',
    })
    cleanSpan(span)
    expect(span.attributes).toEqual({
      'server.address': 'rpc.example',
      'server.port': 443,
      'http.request.method': 'POST',
    })
    expect(span.events[0]?.attributes).toEqual({})
  })

  it('has no secret in a statement, an exception or its status', () => {
    const text = `INSERT INTO requests VALUES ('${secret}')`
    const span = spanOf('@opentelemetry/instrumentation-pg', { 'db.query.text': text, 'exception.message': text }, text)
    cleanSpan(span)
    const clean = "INSERT INTO requests VALUES ('[redacted]')"
    expect(span.attributes).toEqual({ 'db.query.text': clean })
    expect(span.events[0]?.attributes).toEqual({ 'exception.message': clean })
    expect(span.status.message).toBe(clean)
  })
})

describe('a span of ours', () => {
  it('keeps its facts, without a secret, and of a URL only the host', () => {
    const txHash = `0x${'ab'.repeat(32)}`
    const span = spanOf(
      tracerName,
      { chain: 'one', tx_hash: txHash, secret, reason: 'no answer of https://user:word@rpc.example:8545/v2/key?x=1' },
      "redis://:word@redis.example/0 and 'https://hook.example/key'",
    )
    cleanSpan(span)
    expect(span.attributes).toEqual({
      chain: 'one',
      tx_hash: txHash,
      secret: '[redacted]',
      reason: 'no answer of https://rpc.example:8545',
    })
    expect(span.status.message).toBe("redis://redis.example and 'https://hook.example'")
  })
})
