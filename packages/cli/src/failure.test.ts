import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { TandemError } from '@tandem/sdk'
import { HttpRequestError } from 'viem'
import { describeFailure, exitCodeMeanings, exitCodes, UsageError } from './failure.ts'

const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
})
const noAnswer = (cause: unknown) => new TandemError('NETWORK', 'no answer came', { retryable: true, cause })

describe('describeFailure', () => {
  it.each([
    [new UsageError('no key'), 2, 'USAGE', 'no key'],
    [new TandemError('QUOTE_UNACCEPTABLE', 'worse'), 5, 'QUOTE_UNACCEPTABLE', 'worse'],
    [new TandemError('VAULT_MISMATCH', 'another vault'), 3, 'VAULT_MISMATCH', 'another vault'],
    [noAnswer(new TandemError('NETWORK', 'GET http://x/y: no answer')), 4, 'NETWORK', 'GET http://x/y: no answer'],
    [noAnswer(new UsageError('the relayer was not named')), 2, 'USAGE', 'the relayer was not named'],
    [new TandemError('✓ all is well' as never, 'said a server'), 1, 'FAILED', 'said a server'],
    [
      new HttpRequestError({ url: 'https://key.rpc.example/v2/secret-key', cause: refused }),
      4,
      'ENDPOINT_UNAVAILABLE',
      'rpc.example does not answer (ECONNREFUSED); name another endpoint of that chain: --rpc CHAIN=URL',
    ],
    [new Error('first line\nsecond line'), 1, 'FAILED', 'first line'],
  ])('%s', (error, exitCode, code, message) => {
    expect(describeFailure(error)).toEqual({ exitCode, code, message })
  })
})

describe('the exit codes', () => {
  it('are those of the table in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const rows = Object.entries(exitCodes).map(
      ([name, code]) => `| ${code} | ${exitCodeMeanings[name as keyof typeof exitCodes]} |`,
    )
    const table = ['| code | meaning |', '|---|---|', ...rows].join('\n')
    expect(readme).toContain(`<!-- exit-codes -->\n${table}\n<!-- /exit-codes -->`)
  })
})
