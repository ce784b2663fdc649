import { describe, expect, it } from '@jest/globals'
import { HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { providerName } from './provider.ts'
import { ProviderError, providerErrorOf, retryAfterMs } from './provider-error.ts'

const url = 'https://rpc.example.org/v2/very-secret-key'
const rpc = (code: number, message: string) => new RpcRequestError({ body: {}, error: { code, message }, url })
const of = (thrown: unknown, method = 'eth_getLogs') => providerErrorOf('1:example.org', method, thrown)

describe('providerErrorOf', () => {
  it.each([
    ['an answer that never came', new TimeoutError({ body: {}, url }), 'timeout'],
    [
      'what is no JSON',
      new HttpRequestError({ url, cause: new SyntaxError('Unexpected end of JSON input') }),
      'wrong_data',
    ],
    ['a connection that broke', new HttpRequestError({ url, cause: new TypeError('fetch failed') }), 'other'],
    ['a limit of results', rpc(-32_005, 'query returned more than 10000 results'), 'refused_range'],
    ['a limit of blocks', rpc(-32_602, 'eth_getLogs is limited to a 10,000 block range'), 'refused_range'],
    ['a range in words', rpc(-32_000, 'exceed maximum block range: 5000'), 'refused_range'],
    ['a large answer', rpc(-32_602, 'Log response size exceeded'), 'refused_range'],
    ['an answer over the limit of its size', new ResponseBodyTooLargeError({ maxSize: 1, size: 2 }), 'refused_range'],
    ['a number instead of words', rpc(-32_603, 5 as never), 'other'],
    ['a rate in words', rpc(-32_000, 'Your app has exceeded its compute units per second capacity'), 'rate_limited'],
    ['the code of a rate', rpc(429, 'slow down'), 'rate_limited'],
    ['a block that it does not have', rpc(-32_000, 'unknown block'), 'behind'],
    ['anything else', rpc(-32_603, 'internal error'), 'other'],
  ])('names %s', (_name, thrown, expected) => {
    expect(of(thrown).class).toBe(expected)
  })

  it('takes a limit for one of the rate where no range was asked for', () => {
    expect(of(rpc(-32_005, 'limit exceeded'), 'eth_getBlockByNumber').class).toBe('rate_limited')
  })

  it('keeps what the request itself found out', () => {
    const found = new ProviderError('rate_limited', 'too many requests', 7_000)
    expect(of(new HttpRequestError({ url, cause: found }))).toMatchObject({
      class: 'rate_limited',
      retryAfterMs: 7_000,
    })
  })

  it('never shows the URL', () => {
    const thrown = [
      new TimeoutError({ body: {}, url }),
      new HttpRequestError({ url, details: `no route to ${url}` }),
      rpc(-32_000, `see ${url}`),
      new Error(url),
    ]
    for (const one of thrown) expect(of(one).message).not.toContain('secret')
  })
})

describe('retryAfterMs', () => {
  it('reads seconds and dates, and nothing else', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(retryAfterMs('3', now)).toBe(3_000)
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000)
    for (const header of [null, '0', 'soon', 'Thu, 01 Jan 2025 00:00:10 GMT'])
      expect(retryAfterMs(header, now)).toBeUndefined()
  })
})

describe('providerName', () => {
  it('holds the place and the host, without path and subdomains', () => {
    expect(providerName(url, 0)).toBe('1:example.org')
    expect(providerName('wss://key.node.vendor.io:8443/ws', 1)).toBe('2:vendor.io:8443')
    expect(providerName('http://127.0.0.1:8545', 2)).toBe('3:127.0.0.1:8545')
    expect(providerName('http://[::1]:8545', 3)).toBe('4:[::1]:8545')
    expect(providerName('http://anvil:8545', 4)).toBe('5:anvil:8545')
  })
})
