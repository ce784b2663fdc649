import { describe, expect, it } from '@jest/globals'
import { BaseError, HttpRequestError, RpcRequestError } from 'viem'
import { causeOf } from './cause-of.ts'

const url = 'https://rpc.example/v2/secret-key'
const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8545'), { code: 'ECONNREFUSED' }),
})
const notServed = new RpcRequestError({
  body: { method: 'eth_getLogs' },
  error: { code: -32601, message: 'not served' },
  url,
})

describe('causeOf', () => {
  it.each([
    [refused, 'ECONNREFUSED'],
    [new HttpRequestError({ url, cause: refused }), 'ECONNREFUSED'],
    [new BaseError('An unknown RPC error occurred.', { cause: notServed }), 'not served'],
    [new Error(`no answer of ${url} within 15000 ms\nand more`), 'no answer of (url) within 15000 ms'],
    ['a word', 'a word'],
  ])('%s', (error, words) => {
    expect(causeOf(error)).toBe(words)
  })
})
