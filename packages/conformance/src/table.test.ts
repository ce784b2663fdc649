import { expect, it } from '@jest/globals'
import { makeChecks, needed } from './checks.ts'
import { tableOf } from './table.ts'

it('names each check, each fault, and what could not be checked', async () => {
  const { check, list } = makeChecks()
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1')
  await check('lists the chains', async () => {})
  await check('quotes', () => Promise.reject(new Error('answered 500\nmore')))
  await check('makes an order', () => Promise.reject(needed(undefined, 'quote')))
  await check('answers', () => Promise.reject(new TypeError('fetch failed', { cause })))
  expect(tableOf(list)).toBe(
    `
ok    lists the chains
FAIL  quotes            answered 500
skip  makes an order    there is no quote
FAIL  answers           fetch failed: connect ECONNREFUSED 127.0.0.1:1

1 passed, 2 failed, 1 skipped`.trimStart(),
  )
})
